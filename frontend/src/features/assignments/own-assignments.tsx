import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Page } from '../../lib/api/client'
import type { Answer } from '../../lib/api/query'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Pagination } from '../../ui/navigation/pagination'
import { pageIn } from '../../ui/tables/list'
import { type Assignment, type AssignmentStats, FINISHED } from './model'
import { list, listNames } from './words.en'

/** A list of the reader's own assignments: its name in the address, its query, and its count in the statistics. */
type OwnList = {
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

/** Cancelled work counts only in the total: the priorities leave it out. */
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

/** One page of the reader's own assignments, with links to the other pages. */
export function OwnAssignments({
  found,
  show,
  page,
  failureTitle,
  children,
}: {
  found: Answer<Page<Assignment>>
  /** The name of the list in the address, if the page has several. */
  show?: string
  page: number
  failureTitle: string
  children: (assignments: Assignment[]) => ReactNode
}) {
  const { isPrevious } = found
  const navigate = useNavigate()
  const addressOf = (page: number) => `?${new URLSearchParams({ ...(show && { show }), page: String(page) })}`
  const goTo = (page: number, isGone: boolean) => void navigate(addressOf(page), { replace: isGone })
  return (
    <LoadedAnswer
      answer={found}
      failed={failureTitle}
      fallback={list.failed}
      placeholder={<SkeletonRows label={list.loading} count={4} rowHeight={9} />}
    >
      {({ rows }) => (
        <div aria-busy={isPrevious} className={isPrevious ? 'opacity-60' : ''}>
          {children(rows)}
          <Pagination page={page} found={found} onPage={goTo} always={false} />
        </div>
      )}
    </LoadedAnswer>
  )
}
