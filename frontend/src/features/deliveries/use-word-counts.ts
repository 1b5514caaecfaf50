import { useEffect, useRef, useState } from 'react'
import { countFile, isCountedHere } from './words-count'

/** The words of one file: a number, or why there is none (yet). */
export type WordCount = number | 'counting' | 'later' | 'unknown'

/** Counts the words of the chosen files, one file after the other. A file is counted once. */
export function useWordCounts(files: File[]): Map<File, WordCount> {
  const [counted, setCounted] = useState<ReadonlyMap<File, number | null>>(new Map())
  const started = useRef(new WeakSet<File>())
  const queue = useRef(Promise.resolve())

  useEffect(() => {
    for (const file of files.filter(isCountedHere)) {
      if (started.current.has(file)) continue
      started.current.add(file)
      queue.current = queue.current.then(async () => {
        const count = await countFile(file)
        setCounted((known) => new Map(known).set(file, count))
      })
    }
  }, [files])

  const countOf = (file: File): WordCount => {
    if (!isCountedHere(file)) return 'later'
    const count = counted.get(file)
    return count === undefined ? 'counting' : (count ?? 'unknown')
  }
  return new Map(files.map((file) => [file, countOf(file)]))
}
