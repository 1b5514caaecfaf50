import { type ReactNode, useState } from 'react'
import { readMessage, toFailure } from '../../lib/api/failure'
import { useAnswer } from '../../lib/api/query'
import { formatMoney } from '../../lib/formats/money'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { Modal } from '../../ui/dialogs/modal'
import { showFailureToast } from '../../ui/feedback/action-toasts'
import { Alert } from '../../ui/feedback/alert'
import { Facts } from '../../ui/text/facts'
import { poolSummaryQuery, takeAssignment } from './api'
import type { OpenAssignment } from './model'
import { openWorkSentence } from './pool-list'
import { pool as poolWords, taking as words } from './words.en'

/** Whether trying again may help: the server did not decide. */
const isUndecided = (status: number) => status === 0 || status === 429 || status >= 500

/** Says what taking an assignment means, and takes it with one more press (docs/product.md, section 4.8). */
export function TakeDialog({
  row: { _id, title, words: length, earnings },
  due,
  onTaken,
  onClose,
}: {
  row: OpenAssignment
  /** When the work is due, which another feature renders. */
  due: ReactNode
  onTaken: () => void
  onClose: () => void
}) {
  const { data: summary } = useAnswer(poolSummaryQuery)
  const [problem, setProblem] = useState('')
  const { busy, run } = useAction(takeAssignment, {
    failed: (error) => {
      const failure = toFailure(error)
      if (isUndecided(failure.status)) return setProblem(readMessage(failure, words.failed))
      // The refusal outlives the dialog, because it says why the assignment may be gone from the list.
      showFailureToast(failure, words.failed)
      onClose()
    },
  })
  const take = async () => {
    if (await run(_id)) onTaken()
  }
  return (
    <Modal title={words.title} narrow locked={busy} onClose={onClose}>
      <div className="grid gap-4">
        {problem && <Alert title={problem} />}
        <p className="font-serif text-xl font-semibold wrap-anywhere">{title}</p>
        <Facts
          look="ruled"
          facts={[
            [words.due, due],
            [words.length, length === null ? words.unknown : poolWords.words(length)],
            [words.earnings, earnings > 0 ? formatMoney(earnings) : words.noEarnings],
            [words.openWork, summary ? openWorkSentence(summary) : words.unknown],
          ]}
        />
        <p>{words.meaning}</p>
      </div>
      <div className="modal-action">
        <Button disabled={busy} onClick={onClose}>
          {words.keep}
        </Button>
        <Button variant="primary" data-first-focus busy={busy} onClick={take}>
          {words.confirm}
        </Button>
      </div>
    </Modal>
  )
}
