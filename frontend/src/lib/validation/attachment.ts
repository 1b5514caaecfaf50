import * as v from 'valibot'
import * as limits from '#domain/limits.json'

/** The accepted file extensions (docs/product.md, section 3.3). */
export const fileEndings = ['.pdf', '.doc', '.docx', '.txt']

/** The largest accepted file, in bytes: 25 MB (docs/product.md, section 3.3). */
export const MAX_FILE_BYTES = limits.fileBytes

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

/** The problem with the files of one request as a whole, if any. */
export function filesProblem(files: { size: number }[]): string | undefined {
  if (files.length > limits.files) return 'At most 10 files can be attached'
  const together = files.reduce((sum, { size }) => sum + size, 0)
  if (together > limits.filesBytes) return 'Files may be at most 60 MB together'
}
