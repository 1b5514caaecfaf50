import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { withKeys } from '../../ui/tables/row-keys'
import { count as words } from './deliver-words'
import { useWordCounts, type WordCount } from './use-word-counts'

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
        <dl aria-label={words.label} className="border-t border-base-300">
          {withKeys([...counts], ([file]) => `${file.name} ${file.size}`).map(
            ({ key, row: [file, count] }) => (
              <div key={key} className="flex flex-wrap justify-between gap-x-4 border-b border-base-300 py-2">
                <dt className="min-w-0 wrap-anywhere">{file.name}</dt>
                <dd className="text-muted tabular-nums">{countLine(count)}</dd>
              </div>
            ),
          )}
        </dl>
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
