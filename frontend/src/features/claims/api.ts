import { sendChange } from '../../lib/api/change'
import { type Page, send } from '../../lib/api/client'
import { sendForList } from '../../lib/api/filter'
import { learn, learnRows, makeChange, question } from '../../lib/api/query'
import type { Change } from '../../lib/live/live'
import { isBlank } from '../../lib/validation/rules'
import type { ClaimFilter } from './list'
import {
  type Claim,
  type ClaimFields,
  type ClaimKind,
  claimSchema,
  claimsSchema,
  type DecisionFields,
  type RefundPayment,
} from './model'

const pathOf = (assignment: string) => `/assignments/${encodeURIComponent(assignment)}/claims`
const pathOfOne = (id: string) => `/claims/${encodeURIComponent(id)}`

/** An amount as it was typed; an empty one is left out. */
const withAmount = (amount: string) => (isBlank(amount) ? {} : { amount: Number(amount) })

/** All claims on an assignment, newest first. Throws a Failure. */
export const listClaimsOf = (assignment: string, signal?: AbortSignal) =>
  send(claimsSchema, pathOf(assignment), { signal })

/**
 * One page of all claims, for admins. Those that wait come in the order in which they were made,
 * so that the most urgent come first; the others newest first. Throws a Failure.
 */
export function listClaims(filter: ClaimFilter, signal?: AbortSignal): Promise<Page<Claim>> {
  const sort = filter.status === 'open' || filter.status === 'approved' ? 'createdAt' : '-createdAt'
  return sendForList(claimsSchema, '/claims', { ...filter, sort }, signal)
}

const noun = 'claims'

const pages = [noun, 'pages']

/** All claims on an assignment, newest first. */
export const claimsOfQuery = (assignment: string) =>
  question([noun, 'of', assignment], (signal) => listClaimsOf(assignment, signal), [
    noun,
    { noun: 'assignments', id: assignment },
  ])

/** One page of all claims, for admins. */
export const claimsQuery = (filter: ClaimFilter) =>
  question([...pages, filter], (signal) => listClaims(filter, signal), [noun])

/** A claim changes what can be done with its assignment, and the money. */
const changesOf = (assignment: string, id: string, change: Change['change']): Change[] => [
  { noun, id, change },
  { noun: 'assignments', id: assignment, change: 'update' },
]

/** Opens a claim, which shows at once; for the student or the tutor of the assignment. Throws a Failure. */
export const openClaim = (assignment: string, kind: ClaimKind, { reason, amount }: ClaimFields) =>
  makeChange(
    changesOf(assignment, '', 'create'),
    () => sendChange(claimSchema, 'POST', pathOf(assignment), { kind, reason, ...withAmount(amount) }),
    (saved) =>
      learn<Claim[]>(claimsOfQuery(assignment).queryKey, (known) => [
        saved,
        ...known.filter(({ _id }) => _id !== saved._id),
      ]),
  )

/** What tells which claim is changed. */
type ChangedClaim = { _id: string; assignment: { _id: string } }

/** Changes one claim; the page of its assignment and the lists show the result at once. */
const changeOne = ({ _id, assignment }: ChangedClaim, act: () => Promise<Claim>) =>
  makeChange(changesOf(assignment._id, _id, 'update'), act, (saved) => {
    const update = (claim: Claim) => (claim._id === _id ? saved : claim)
    learn<Claim[]>(claimsOfQuery(assignment._id).queryKey, (known) => known.map(update))
    learnRows<Claim>(pages, update)
  })

/** Approves or declines an open claim; for admins. Throws a Failure. */
export const decideClaim = (claim: ChangedClaim, { decision, outcome, amount }: DecisionFields) =>
  changeOne(claim, () =>
    sendChange(claimSchema, 'PATCH', pathOfOne(claim._id), {
      decision,
      outcome,
      ...(decision === 'approve' && withAmount(amount)),
    }),
  )

/** Takes an open claim back; for whoever opened it. Throws a Failure. */
export const withdrawClaim = (claim: ChangedClaim) =>
  changeOne(claim, () => sendChange(claimSchema, 'POST', `${pathOfOne(claim._id)}/withdraw`))

/** Records that an approved amount was paid; for admins. Throws a Failure. */
export const payClaim = (claim: ChangedClaim, payment: RefundPayment) =>
  changeOne(claim, () => sendChange(claimSchema, 'POST', `${pathOfOne(claim._id)}/pay`, payment))
