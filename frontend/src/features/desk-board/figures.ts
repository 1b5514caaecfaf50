import type { BoardCounts, BoardThing } from './types'

/** How many things wait in all. */
export const countAll = ({ overdue: _, ...kinds }: BoardCounts) =>
  Object.values(kinds).reduce((sum, count) => sum + count, 0)

/** How many things of some kinds wait. */
export const countOf = (counts: BoardCounts, ...kinds: string[]) =>
  kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)

/** What tells the things on the board apart: the same work may stand there for several reasons. */
export const keyOf = ({ kind, id }: BoardThing) => `${kind} ${id}`

/** Whether a thing is overdue at a time (milliseconds, by the server's clock). The deadline itself is still in time. */
export const isOverdue = ({ dueAt, overdue }: BoardThing, now: number) =>
  overdue || (dueAt !== null && now > new Date(dueAt).getTime())
