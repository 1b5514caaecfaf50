import type { Assignment } from '../../features/assignments/types'
import { nameIn } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import type { User } from '../../lib/session/session'
import { forDesk, forStudent, forTutor, graded, money } from './words'

/** What happens next with an assignment, in sentences for its student, its tutor or an admin. */
export function nextSteps(assignment: Assignment, reader: User): string[] {
  const isStudent = assignment.student._id === reader._id
  const who = isStudent ? 'student' : reader.role === 'admin' ? 'desk' : 'tutor'
  return [stageSentence(assignment, who), moneySentence(assignment, isStudent)].filter(
    (part) => part !== undefined,
  )
}

function stageSentence({ stage, grade, feedback }: Assignment, who: 'student' | 'desk' | 'tutor') {
  const isDone = stage === 'delivered' || stage === 'accepted'
  if (isDone && (grade || feedback) && who !== 'tutor') return graded[who]
  const sentences = { student: forStudent, desk: forDesk, tutor: forTutor }[who]
  // A stage that this version does not know has no sentence.
  return stage in sentences ? nameIn(sentences, stage) : undefined
}

function moneySentence({ stage, amountPaid = 0, amountDue = 0 }: Assignment, isStudent: boolean) {
  if (stage === 'cancelled') {
    if (amountPaid > 0) return (isStudent ? money.returning : money.toReturn)(formatMoney(amountPaid))
  } else if (amountDue > 0) return (isStudent ? money.pay : money.awaited)(formatMoney(amountDue))
}
