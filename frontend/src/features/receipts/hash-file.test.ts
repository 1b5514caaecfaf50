import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { hashFile } from './hash-file'
import { matchOf } from './model'

const bytes = Uint8Array.from({ length: 700_001 }, (_, i) => (i * 31) % 251)
const sha256 = createHash('sha256').update(bytes).digest('hex')

/** A file that arrives in two pieces. Each look at the clock takes as long as one turn. */
function slowFile() {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 20
    return now
  })
  const file = new File([bytes], 'tides.pdf')
  file.stream = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, 400_000))
        controller.enqueue(bytes.slice(400_000))
        controller.close()
      },
    })
  return file
}

describe('hashFile', () => {
  it('hashes a file piecewise, and reports its progress', async () => {
    const shares: number[] = []
    const digits = await hashFile(slowFile(), {
      signal: new AbortController().signal,
      onProgress: (share) => shares.push(share),
    })
    expect(digits).toBe(sha256)
    expect(shares.length).toBeGreaterThan(3)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(Math.max(...shares)).toBeLessThanOrEqual(1)
  })

  it('lets the page respond while it reads', async () => {
    let turns = 0
    const others = setInterval(() => {
      turns += 1
    })
    await hashFile(slowFile(), { signal: new AbortController().signal, onProgress: () => undefined })
    clearInterval(others)
    expect(turns).toBeGreaterThan(1)
  })

  it('stops when it is cancelled', async () => {
    const controller = new AbortController()
    const onProgress = vi.fn(() => controller.abort(new Error('enough')))
    await expect(hashFile(slowFile(), { signal: controller.signal, onProgress })).rejects.toThrow('enough')
    expect(onProgress).toHaveBeenCalledOnce()
  })

  it('stops at once while it waits for the next piece', async () => {
    const file = new File([bytes], 'tides.pdf')
    const controller = new AbortController()
    file.stream = () => {
      setTimeout(() => controller.abort(new Error('enough')))
      return new ReadableStream()
    }
    const hashed = hashFile(file, { signal: controller.signal, onProgress: () => undefined })
    await expect(hashed).rejects.toThrow('enough')
  })

  it('does not begin to read once it is cancelled', async () => {
    const file = new File([bytes], 'tides.pdf')
    file.stream = vi.fn(() => new ReadableStream())
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(hashFile(file, { signal, onProgress: () => undefined })).rejects.toThrow('enough')
    expect(file.stream).not.toHaveBeenCalled()
  })

  it('hashes an empty file', async () => {
    const digits = await hashFile(new File([], 'empty.txt'), {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    expect(digits).toBe(createHash('sha256').digest('hex'))
  })
})

describe('matchOf', () => {
  const essay = { name: 'essay.docx', size: 10, sha256: 'aa' }
  const sources = { name: 'sources.txt', size: 5, sha256: 'bb' }
  const copy = { name: 'copy.docx', size: 10, sha256: 'aa' }

  it.each([
    ['essay.docx', 'aa', { kind: 'exact', file: essay }],
    ['copy.docx', 'aa', { kind: 'exact', file: copy }],
    ['renamed.docx', 'bb', { kind: 'exact', file: sources }],
    ['sources.txt', 'cc', { kind: 'otherContent', file: sources }],
    ['sources.txt', 'aa', { kind: 'exact', file: essay }],
    ['other.pdf', 'cc', { kind: 'notListed' }],
  ])('%s with the checksum %s', (name, digits, match) => {
    expect(matchOf([essay, sources, copy], name, digits)).toEqual(match)
  })
})
