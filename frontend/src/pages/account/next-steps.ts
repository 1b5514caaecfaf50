import type { Assignment } from '../../features/assignments/model'
import { type Claim, isOverdue, isUnpaid } from '../../features/claims/model'
import { nameIn } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import type { User } from '../../lib/session/session'
import { formatTime } from '../../lib/time/time'
import {
  claim as claimWords,
  forDesk,
  forOwnCase,
  forStudent,
  forTutor,
  graded,
  money,
  withoutTutor,
} from './words.en'

/** Who reads the sentences. `ownCase` is an admin who is the order's tutor or guest, and cannot act on it. */
type Part = 'student' | 'desk' | 'ownCase' | 'tutor'

/**
 * What happens next with an assignment and its claims at a time (milliseconds, by the server's
 * clock), in sentences for its student, its tutor or an admin.
 */
export function nextSteps(assignment: Assignment, reader: User, claims: Claim[], now: number): string[] {
  const isStudent = assignment.student._id === reader._id
  const who = isStudent ? 'student' : partOf(assignment, reader)
  const open = claims.find(({ status }) => status === 'open')
  return [
    open ? claimSentence(open, reader, who, now) : stageSentence(assignment, who),
    moneySentence(assignment, isStudent),
    assignment.stage === 'cancelled' ? undefined : refundSentence(claims, who),
  ].filter((part) => part !== undefined)
}

function partOf({ ownCase }: Assignment, { role }: User): Part {
  if (role !== 'admin') return 'tutor'
  return ownCase ? 'ownCase' : 'desk'
}

/** An open claim holds everything else up. */
function claimSentence(claim: Claim, { _id }: User, part: Part, now: number) {
  const who = claim.openedBy._id === _id ? 'own' : part === 'desk' ? 'desk' : 'other'
  const what = claim.kind === 'refund' ? claimWords.refund : claimWords.dispute
  if (claim.dueAt === null || isOverdue(claim, now)) return claimWords.late[who](what)
  return claimWords[who](what, formatTime(claim.dueAt))
}

/** What a decision returns; cancelling has a sentence of its own. Tutors hear of no refunds to come. */
function refundSentence(claims: Claim[], who: Part) {
  const unpaid = claims.find(isUnpaid)
  if (!unpaid || who === 'tutor' || who === 'ownCase') return undefined
  return who === 'student' ? claimWords.returned : claimWords.toReturn(formatMoney(unpaid.amount ?? 0))
}

function stageSentence({ stage, tutor, grade, feedback }: Assignment, who: Part) {
  // Admins can set any status by hand, and take a tutor off.
  const isAtWork = stage === 'in_progress' || stage === 'revision'
  if (isAtWork && !tutor && who !== 'tutor') return withoutTutor[who]
  const isDone = stage === 'delivered' || stage === 'accepted'
  if (isDone && (grade || feedback) && who !== 'tutor') return graded[who]
  const sentences = { student: forStudent, desk: forDesk, ownCase: forOwnCase, tutor: forTutor }[who]
  // A stage that this version does not know has no sentence.
  return stage in sentences ? nameIn(sentences, stage) : undefined
}

function moneySentence({ stage, amountPaid = 0, amountDue = 0 }: Assignment, isStudent: boolean) {
  if (stage === 'cancelled') {
    if (amountPaid > 0) return (isStudent ? money.returning : money.toReturn)(formatMoney(amountPaid))
  } else if (amountDue > 0) return (isStudent ? money.pay : money.awaited)(formatMoney(amountDue))
}
