import type { MouseEvent } from 'react'
import { Button } from '../buttons/button'
import { ConfirmLeaving } from '../dialogs/confirm-dialog'
import type { useUpload } from './use-upload'
import * as words from './words.en'

/**
 * The button that gives up the upload of its form: it cancels an upload that is
 * not yet fully sent, or stops waiting for an overdue answer. In between it only
 * says that we are waiting. Until the answer is overdue, leaving the page asks
 * first. Render it while an upload runs: once pressed, it moves the focus to the
 * form's submit button.
 */
export function GiveUpUpload({ upload }: { upload: ReturnType<typeof useUpload> }) {
  const giveUp = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    upload.giveUp()
  }
  const label = upload.waiting ? words.waiting : words.cancelUpload
  return (
    <>
      <span role="status" className="sr-only">
        {upload.overdue && words.overdue}
      </span>
      {!upload.overdue && (
        <ConfirmLeaving question={upload.waiting ? words.leaving.unconfirmed : words.leaving.unfinished} />
      )}
      <Button busy={upload.waiting} onClick={giveUp}>
        {upload.overdue ? words.stopWaiting : label}
      </Button>
    </>
  )
}
