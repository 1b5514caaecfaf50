import * as v from 'valibot'

/**
 * Why nobody may open a stored file (docs/product.md, section 19): the virus scanner has not seen it yet, or has found
 * malware. Absent if it can be opened.
 */
export const fileStateSchema = v.optional(v.picklist(['checking', 'infected']))

export type FileState = v.InferOutput<typeof fileStateSchema>
