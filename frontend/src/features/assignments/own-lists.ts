import { FINISHED } from './rules'
import type { AssignmentStats } from './types'

/** One list of one's own assignments: its name in the address, what it asks for, and how many it holds. */
export type OwnList = {
  name: string
  label: string
  query: Record<string, string>
  counts: (stats: AssignmentStats) => number
}

const all: OwnList = {
  name: 'all',
  label: 'Total',
  query: {},
  counts: ({ totalAssignments }) => totalAssignments,
}

const finished: OwnList = {
  name: 'completed',
  label: 'Completed',
  query: { status: FINISHED },
  counts: ({ completedAssignments }) => completedAssignments,
}

const unfinished = { status: 'pending,submitted,in_progress,revision' }

const countUnfinished = ({ totalAssignments, completedAssignments }: AssignmentStats) =>
  totalAssignments - completedAssignments

/** The four lists of a student, one a card (docs/product.md, section 4.4). */
export const studentLists: OwnList[] = [
  all,
  finished,
  { name: 'pending', label: 'Pending', query: unfinished, counts: countUnfinished },
  {
    name: 'upcoming',
    label: 'Upcoming Deadlines',
    query: { due: 'upcoming' },
    counts: ({ upcomingDueAssignments }) => upcomingDueAssignments,
  },
]

/** The lists of a tutor (docs/product.md, section 4.8). */
export const tutorLists: Omit<OwnList, 'counts'>[] = [
  { name: 'open', label: 'To do', query: unfinished },
  { name: 'in_progress', label: 'In progress', query: { status: 'in_progress' } },
  { name: 'completed', label: 'Finished', query: { status: FINISHED } },
  { name: 'all', label: 'All', query: {} },
  { name: 'handed_in', label: 'Handed in', query: { by: 'me' } },
]

/** Which list and which page of it an address asks for; pages count from 1. */
export function ownListOf<List extends { name: string }>(lists: List[], query: URLSearchParams) {
  const page = Number(query.get('page'))
  const list = lists.find(({ name }) => name === query.get('show')) ?? lists[0]
  return { list: list as List, page: Number.isInteger(page) && page > 0 ? page : 1 }
}
