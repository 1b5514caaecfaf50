import { formatCount } from '../../lib/formats/format'
import { choice, type FilterField, listOf, named } from '../../ui/tables/list'
import { countAll } from './figures'
import type { BoardCounts } from './types'
import { kindNames, filters as words } from './words'

/** The board, the most urgent first. */
export const boardList = listOf({
  path: '/admin/dashboard/board',
  filters: {
    kind: choice(words.kind, [{ value: 'all', label: words.allKinds }, ...named(kindNames)]),
    overdue: choice(words.overdue, [
      { value: 'all', label: words.allTimes },
      { value: 'true', label: words.overdueOnly },
    ]),
  },
})

export type BoardFilter = typeof boardList.usual

/** A field with how much there is of each of its choices. */
export const withCounts = (field: FilterField, counts: BoardCounts = {}): FilterField => ({
  ...field,
  choices:
    field.choices === 'day'
      ? 'day'
      : field.choices.map(({ value, label }) => {
          const count = countOf(field.name, value, counts)
          return { value, label: count ? words.counted(label, formatCount(count)) : label }
        }),
})

function countOf(field: string, value: string, counts: BoardCounts) {
  if (field === 'overdue') return value === 'true' ? counts.overdue : 0
  return value === 'all' ? countAll(counts) : counts[value]
}
