import type { Assignment } from '../../features/assignments/types'
import { nameIn } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import type { User } from '../../lib/session/session'
import { forDesk, forStudent, forTutor, money } from './words'

/** What happens next with an assignment, in sentences for its student, its tutor or an admin. */
export function nextSteps(assignment: Assignment, reader: User): string[] {
  const { student, stage } = assignment
  const isStudent = student._id === reader._id
  const sentences = isStudent ? forStudent : reader.role === 'admin' ? forDesk : forTutor
  // A stage that this version does not know has no sentence.
  const sentence = stage in sentences ? nameIn(sentences, stage) : undefined
  return [sentence, moneySentence(assignment, isStudent)].filter((part) => part !== undefined)
}

function moneySentence({ stage, amountPaid = 0, amountDue = 0 }: Assignment, isStudent: boolean) {
  if (stage === 'cancelled') {
    if (amountPaid > 0) return (isStudent ? money.returning : money.toReturn)(formatMoney(amountPaid))
  } else if (amountDue > 0) return (isStudent ? money.pay : money.awaited)(formatMoney(amountDue))
}
