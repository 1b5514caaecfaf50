import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Facts } from '../../ui/text/facts'
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
