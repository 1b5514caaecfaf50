import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog'

/**
 * Asks before another page takes the place of this one, or the tab closes: that
 * ends the upload. Render it while one runs; a new search or hash keeps the page.
 */
export function LeaveUpload({ waiting }: { waiting: boolean }) {
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
