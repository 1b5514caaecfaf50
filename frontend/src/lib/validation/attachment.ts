import * as v from 'valibot'

/** The endings of files that are taken (docs/product.md, section 3.3). */
export const fileEndings = ['.pdf', '.doc', '.docx', '.txt']

/** The largest file that is taken, in bytes: 25 MB (docs/product.md, section 3.3). */
export const MAX_FILE_BYTES = 26_214_400

type Attachment = { name: string; size: number }

const hasKnownEnding = ({ name }: Attachment) =>
  fileEndings.includes(name.slice(name.lastIndexOf('.')).toLowerCase())

/** What a file must be by name and size in bytes; its content is checkedText where it arrives (docs/product.md, section 3.3). */
export const attachmentSchema = v.pipe(
  v.custom<Attachment>((file) => typeof file === 'object' && file !== null),
  v.check(hasKnownEnding, 'Only .pdf, .doc, .docx and .txt files are accepted'),
  v.check(({ size }) => size > 0, 'The file is empty'),
  v.check(({ size }) => size <= MAX_FILE_BYTES, 'Files may be at most 25 MB'),
)
