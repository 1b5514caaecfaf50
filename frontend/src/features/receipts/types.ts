import * as v from 'valibot'

/** The public proof that these files were delivered at this time. Sizes are in bytes, checksums in lower-case hexadecimal digits. */
export const receiptSchema = v.object({
  code: v.string(),
  /** The reference of the order, such as "A-7F3K2M". */
  reference: v.string(),
  version: v.number(),
  deliveredAt: v.string(),
  files: v.array(v.object({ name: v.string(), size: v.number(), sha256: v.string() })),
})

export type Receipt = v.InferOutput<typeof receiptSchema>
export type ReceiptFile = Receipt['files'][number]
