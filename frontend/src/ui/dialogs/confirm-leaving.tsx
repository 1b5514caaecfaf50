import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog'
import { leaving } from './words'

/**
 * Asks before the page is left or the tab is closed. Render it while something
 * would be lost. A new query or hash does not leave the page.
 */
export function ConfirmLeaving({ question }: { question: string }) {
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
      title={leaving.title}
      question={question}
      confirmLabel={leaving.leave}
      cancelLabel={leaving.stay}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
