import { useAnswer } from '../../lib/api/query'
import { formatCount } from '../../lib/formats/format'
import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { countAll } from './figures'
import { boardCountsQuery } from './queries'
import { type BoardCounts, type BoardFilter, boardKinds } from './types'
import { kindNames, filters as words } from './words'

const withCount = (name: string, count: number | undefined) =>
  count ? words.counted(name, formatCount(count)) : name

const fieldsWith = (counts: BoardCounts = {}): FilterField<BoardFilter>[] => [
  {
    name: 'kind',
    label: words.kind,
    choices: [
      { value: 'all', label: withCount(words.allKinds, countAll(counts)) },
      ...boardKinds.map((kind) => ({ value: kind, label: withCount(kindNames[kind], counts[kind]) })),
    ],
  },
  {
    name: 'overdue',
    label: words.overdue,
    choices: [
      { value: 'all', label: words.allTimes },
      { value: 'true', label: withCount(words.overdueOnly, counts.overdue) },
    ],
  },
]

/** The filters above the board, with how much there is of each kind. */
export function BoardFilters(filtering: Filtering<BoardFilter>) {
  const { data: counts } = useAnswer(boardCountsQuery)
  return <ListFilters {...filtering} fields={fieldsWith(counts)} />
}
