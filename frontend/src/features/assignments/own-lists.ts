import { pageIn } from '../../ui/tables/list'
import { FINISHED } from './rules'
import type { AssignmentStats } from './types'
import { listNames } from './words'

/** A list of the reader's own assignments: its name in the address, its query, and its count in the statistics. */
export type OwnList = {
  name: string
  label: string
  query: Record<string, string>
  counts: (stats: AssignmentStats) => number
}

const all: OwnList = {
  name: 'all',
  label: listNames.total,
  query: {},
  counts: ({ totalAssignments }) => totalAssignments,
}

const finished: OwnList = {
  name: 'completed',
  label: listNames.completed,
  query: { status: FINISHED },
  counts: ({ completedAssignments }) => completedAssignments,
}

const unfinished = { status: 'pending,submitted,in_progress,revision' }

/** Cancelled work counts in the total alone: the priorities leave it out. */
const countUnfinished = ({ priorityStats, completedAssignments }: AssignmentStats) =>
  priorityStats.reduce((sum, { count }) => sum + count, 0) - completedAssignments

/** The lists of a student, each with a card (docs/product.md, section 4.4). */
export const studentLists: OwnList[] = [
  all,
  finished,
  { name: 'pending', label: listNames.pending, query: unfinished, counts: countUnfinished },
  {
    name: 'upcoming',
    label: listNames.upcoming,
    query: { due: 'upcoming' },
    counts: ({ upcomingDueAssignments }) => upcomingDueAssignments,
  },
]

/** The lists of a tutor (docs/product.md, section 4.8). */
export const tutorLists: Omit<OwnList, 'counts'>[] = [
  { name: 'open', label: listNames.toDo, query: unfinished },
  { name: 'in_progress', label: listNames.inProgress, query: { status: 'in_progress' } },
  { name: 'completed', label: listNames.finished, query: { status: FINISHED } },
  { name: 'all', label: listNames.all, query: {} },
  { name: 'handed_in', label: listNames.handedIn, query: { by: 'me' } },
]

/** The work that its tutor can deliver, due soonest first (docs/product.md, section 4.8). */
export const toDeliver = { status: 'in_progress,revision', sort: 'dueDate' }

/** The list and the page that an address asks for; pages count from 1. */
export function ownListOf<List extends { name: string }>(lists: List[], query: URLSearchParams) {
  const list = lists.find(({ name }) => name === query.get('show')) ?? lists[0]
  return { list: list as List, page: pageIn(query) }
}
