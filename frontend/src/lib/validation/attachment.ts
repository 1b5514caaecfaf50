import * as v from 'valibot'

/** The accepted file extensions (docs/product.md, section 3.3). */
export const fileEndings = ['.pdf', '.doc', '.docx', '.txt']

/** The largest accepted file, in bytes: 25 MB (docs/product.md, section 3.3). */
export const MAX_FILE_BYTES = 26_214_400

type Attachment = { name: string; size: number }

const hasKnownEnding = ({ name }: Attachment) =>
  fileEndings.includes(name.slice(name.lastIndexOf('.')).toLowerCase())

/** Checks the name and the size of a file in bytes. The server checks its content (docs/product.md, section 3.3). */
export const attachmentSchema = v.pipe(
  v.custom<Attachment>((file) => typeof file === 'object' && file !== null),
  v.check(hasKnownEnding, 'Only .pdf, .doc, .docx and .txt files are accepted'),
  v.check(({ size }) => size > 0, 'The file is empty'),
  v.check(({ size }) => size <= MAX_FILE_BYTES, 'Files may be at most 25 MB'),
)
