/** How many bytes are hashed at once. */
const SLICE = 128 * 1024

/** How long the file is hashed before the page may respond to its reader, in milliseconds. */
const TURN = 12

const otherWork = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * The SHA-256 of a file as lower-case hexadecimal digits. The file is read piece
 * by piece, so that it may be larger than the memory, and the page stays
 * responsive. `onProgress` gets the share that has been read, from 0 to 1.
 * Throws the reason of `signal` when it is aborted.
 */
export async function hashFile(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<string> {
  const { startHash } = await import('./sha256')
  signal.throwIfAborted()
  const hash = startHash()
  const reader = file.stream().getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop)
  let read = 0
  let turnEnds = performance.now() + TURN
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return hash.digits()
      for (let at = 0; at < value.length; at += SLICE) {
        hash.update(value.subarray(at, at + SLICE))
        if (performance.now() < turnEnds) continue
        onProgress((read + at) / file.size)
        await otherWork()
        signal.throwIfAborted()
        turnEnds = performance.now() + TURN
      }
      read += value.length
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
