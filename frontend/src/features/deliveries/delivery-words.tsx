import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useRef, useState } from 'react'
import { Facts } from '../../ui/text/facts'
import { count as words } from './words.en'
import { countFile, isCountedHere } from './words-count'

/** The words of one file: a number, or why there is none (yet). */
type WordCount = number | 'counting' | 'later' | 'unknown'

/** Counts the words of the chosen files, one file after the other. A file is counted once. */
function useWordCounts(files: File[]): Map<File, WordCount> {
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

const countLine = (count: WordCount) => (typeof count === 'number' ? words.words(count) : words[count])

/**
 * The words of each chosen file and of all of them, against the ordered number.
 * Too few words are a warning: the student decides.
 */
export function DeliveryWords({ files, ordered }: { files: File[]; ordered: number | null }) {
  const counts = useWordCounts(files)
  const known = [...counts.values()].filter((count) => typeof count === 'number')
  const total = known.reduce((sum, count) => sum + count, 0)
  const isAll = known.length === files.length
  const isShort = isAll && ordered !== null && total < ordered
  const isCounting = [...counts.values()].includes('counting')
  return (
    <div>
      {files.length > 0 && (
        <Facts
          label={words.label}
          look="counts"
          facts={[...counts].map(([file, count]) => [file.name, countLine(count)])}
        />
      )}
      <p
        role="status"
        className={known.length > 0 ? 'mt-2 flex items-center gap-2 font-semibold' : undefined}
      >
        {known.length > 0 && !isCounting && (
          <>
            {isShort && <TriangleAlert size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />}
            {words.total(total, ordered, isAll)}
          </>
        )}
      </p>
    </div>
  )
}
