import type { MouseEvent } from 'react'
import { Button } from './button'
import type { useUpload } from './use-upload'

/**
 * Gives up the upload of the form it stands in: cancels it while there is
 * something left to send, or stops waiting for an answer that is overdue; in
 * between it says what is waited for. It goes with the upload: the focus stays
 * in the form, at what sends it again.
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
      <Button busy={upload.waiting} onClick={giveUp}>
        {upload.overdue ? 'Stop waiting' : words}
      </Button>
    </>
  )
}
