import type { ReceiptFile } from './types'

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
