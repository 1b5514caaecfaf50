import type { MouseEvent } from 'react'
import { Button } from './button'
import { LeaveUpload } from './leave-upload'
import type { useUpload } from './use-upload'

/**
 * Gives up the upload of its form: cancels it while there is something left to
 * send, or stops waiting for an overdue answer. In between it says what we are
 * waiting for. Until the answer is overdue, leaving the page asks first. Render
 * it while an upload runs: the focus then moves to the button that sends again.
 */
export function GiveUpUpload({ upload }: { upload: ReturnType<typeof useUpload> }) {
  const giveUp = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    upload.giveUp()
  }
  const words = upload.waiting ? 'Sent, waiting for the answer' : 'Cancel upload'
  return (
    <>
      <span role="status" className="sr-only">
        {upload.overdue && 'No answer yet. You can stop waiting.'}
      </span>
      {!upload.overdue && <LeaveUpload waiting={upload.waiting} />}
      <Button busy={upload.waiting} onClick={giveUp}>
        {upload.overdue ? 'Stop waiting' : words}
      </Button>
    </>
  )
}
