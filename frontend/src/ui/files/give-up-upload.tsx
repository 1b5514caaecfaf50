import { type MouseEvent, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../buttons/button'
import { ConfirmDialog } from '../dialogs/confirm-dialog'
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
      {!upload.overdue && <ConfirmLeaving waiting={upload.waiting} />}
      <Button busy={upload.waiting} onClick={giveUp}>
        {upload.overdue ? 'Stop waiting' : words}
      </Button>
    </>
  )
}

/**
 * Asks before another page takes the place of this one, or the tab closes: that
 * ends the upload. Render it while one runs; a new search or hash keeps the page.
 */
function ConfirmLeaving({ waiting }: { waiting: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave this page?"
      question={
        waiting
          ? 'Everything has been sent, but we have not confirmed it yet. If you leave now, you will not see whether it arrived.'
          : 'Your upload is not finished. If you leave now, it is cancelled. We keep what you typed, but not the files.'
      }
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
