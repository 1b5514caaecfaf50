import { type MouseEvent, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../buttons/button'
import { ConfirmDialog } from '../dialogs/confirm-dialog'
import type { useUpload } from './use-upload'
import * as words from './words'

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
      {!upload.overdue && <ConfirmLeaving waiting={upload.waiting} />}
      <Button busy={upload.waiting} onClick={giveUp}>
        {upload.overdue ? words.stopWaiting : label}
      </Button>
    </>
  )
}

/**
 * Asks before the page is left or the tab is closed, because either ends the
 * upload. Render it while one runs. A new query or hash does not leave the page.
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
      title={words.leaving.title}
      question={waiting ? words.leaving.unconfirmed : words.leaving.unfinished}
      confirmLabel={words.leaving.leave}
      cancelLabel={words.leaving.stay}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
