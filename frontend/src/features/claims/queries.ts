import { learn, learnRows, makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import type { Change } from '../../lib/live/live'
import { decideClaim, listClaims, listClaimsOf, openClaim, payClaim, withdrawClaim } from './api'
import type { ClaimFilter } from './list'
import type { Claim, ClaimFields, ClaimKind, DecisionFields, RefundPayment } from './types'

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

/** As `openClaim`; the claim shows at once. */
export const saveClaim = (assignment: string, kind: ClaimKind, fields: ClaimFields) =>
  makeChange(
    changesOf(assignment, '', 'create'),
    () => openClaim(assignment, kind, fields),
    (saved) =>
      learn<Claim[]>(claimsOfQuery(assignment).queryKey, (known) => [
        saved,
        ...known.filter(({ _id }) => _id !== saved._id),
      ]),
  )

/** Changes one claim; the page of its assignment and the lists show the result at once. */
const changeOne = ({ _id, assignment }: Claim, act: () => Promise<Claim>) =>
  makeChange(changesOf(assignment._id, _id, 'update'), act, (saved) => {
    const update = (claim: Claim) => (claim._id === _id ? saved : claim)
    learn<Claim[]>(claimsOfQuery(assignment._id).queryKey, (known) => known.map(update))
    learnRows<Claim>(pages, update)
  })

/** As `decideClaim`. */
export const saveClaimDecision = (claim: Claim, fields: DecisionFields) =>
  changeOne(claim, () => decideClaim(claim._id, fields))

/** As `withdrawClaim`. */
export const saveClaimWithdrawal = (claim: Claim) => changeOne(claim, () => withdrawClaim(claim._id))

/** As `payClaim`. */
export const saveRefundPayment = (claim: Claim, payment: RefundPayment) =>
  changeOne(claim, () => payClaim(claim._id, payment))
