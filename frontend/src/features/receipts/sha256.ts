import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Begins a SHA-256 that takes its bytes piece by piece. */
export function startHash() {
  const hash = sha256.create()
  return {
    update: (bytes: Uint8Array) => void hash.update(bytes),
    /** The checksum in lower-case hexadecimal digits. */
    digits: () => bytesToHex(hash.digest()),
  }
}
