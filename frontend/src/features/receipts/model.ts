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

/** What a file is to a receipt: a delivered file, one of the same name with another content, or none. */
export type Match =
  | { kind: 'exact'; file: ReceiptFile }
  | { kind: 'otherContent'; file: ReceiptFile }
  | { kind: 'notListed' }

/** Compares a file with those of a receipt. Only the checksum tells; names are compared to explain a difference. */
export function matchOf(files: ReceiptFile[], name: string, sha256: string): Match {
  const same = files.filter((file) => file.sha256.toLowerCase() === sha256)
  const exact = same.find((file) => file.name === name) ?? same[0]
  if (exact) return { kind: 'exact', file: exact }
  const namesake = files.find((file) => file.name === name)
  return namesake ? { kind: 'otherContent', file: namesake } : { kind: 'notListed' }
}
