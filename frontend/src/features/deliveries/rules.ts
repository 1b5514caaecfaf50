import * as v from 'valibot'
import { attachmentSchema, filesProblem } from '../../lib/validation/attachment'
import { firstProblem, optionalText } from '../../lib/validation/rules'

/** The fields of a delivery, without its files (docs/product.md, section 4.9). */
export const deliverSchema = v.object({ note: optionalText('Note', 2000) })

export type DeliverInput = v.InferInput<typeof deliverSchema>

/** The problem with one file, if any. */
export const problemOf = (file: File) => firstProblem(attachmentSchema, file)

/** The problem with the files as a whole, if any. */
export const allFilesProblem = (files: File[]) =>
  files.length === 0 ? 'At least one file is required' : filesProblem(files)
