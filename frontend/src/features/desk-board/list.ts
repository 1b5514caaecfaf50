import { formatCount } from '../../lib/formats/format'
import { choice, type FilterField, listOf, named } from '../../ui/tables/list'
import type { BoardCounts, BoardThing } from './model'
import { kindNames, filters as words } from './words.en'

/** How many things wait in all. */
export const countAll = ({ overdue: _, ...kinds }: BoardCounts) =>
  Object.values(kinds).reduce((sum, count) => sum + count, 0)

/** How many things of some kinds wait. */
export const countOf = (counts: BoardCounts, ...kinds: string[]) =>
  kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)

/** What tells the things on the board apart: the same work may be there for several reasons. */
export const keyOf = ({ kind, id }: BoardThing) => `${kind} ${id}`

/** Whether a thing is overdue at a time (milliseconds, by the server's clock). The deadline itself is still in time. */
export const isOverdue = ({ dueAt, overdue }: BoardThing, now: number) =>
  overdue || (dueAt !== null && now > new Date(dueAt).getTime())

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
          const count = countFor(field.name, value, counts)
          return { value, label: count ? words.counted(label, formatCount(count)) : label }
        }),
})

function countFor(field: string, value: string, counts: BoardCounts) {
  if (field === 'overdue') return value === 'true' ? counts.overdue : 0
  return value === 'all' ? countAll(counts) : counts[value]
}
