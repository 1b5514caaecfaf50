import { type Assignment, actionsAt } from '../../features/assignments/model'
import { formatMoney } from '../../lib/formats/money'
import { formatTime } from '../../lib/time/time'
import { next as words } from './words.en'

/** What happens next with an assignment, and what its student can do at a time (milliseconds, by the server's clock), in sentences; '' for nothing. */
export function nextStep({ stage, actions, amountDue = 0 }: Assignment, now: number): string {
  const open = actionsAt(actions, now)
  const find = (wanted: string) => open.find(({ action }) => action === wanted)
  const steps: string[] = []
  if (find('accept')) {
    const until = find('request-revision')?.until
    steps.push(until ? words.acceptOrAsk(formatTime(until)) : words.accept)
  } else if (stage === 'accepted' && find('rate')) steps.push(words.rate)
  else if (stage === 'in_progress') steps.push(words.inProgress)
  else if (stage === 'revision') steps.push(words.revision)
  if (amountDue > 0 && stage !== 'cancelled') steps.push(words.pay(formatMoney(amountDue)))
  return steps.join(' ')
}
