import { useEffect } from 'react'
import { type Failure, isTold, readMessage } from '../lib/failure'
import { Alert } from '../ui/alert'
import { Button } from '../ui/button'
import { showToast } from '../ui/toast-state'

/** Says that data did not load, in its place and as a toast of 5 s, and offers to try again. */
export function LoadFailure({
  failure,
  title,
  fallback,
  asking,
  onRetry,
}: {
  failure: Failure
  title: string
  /** Shown if the server gives no sentence. */
  fallback: string
  /** True while it is being tried again. */
  asking: boolean
  onRetry: () => void
}) {
  useEffect(() => {
    if (isTold(failure)) showToast({ tone: 'error', title, seconds: 5 })
  }, [failure, title])

  if (!isTold(failure)) return null
  const sentence = readMessage(failure, fallback)
  return (
    <Alert
      title={title}
      action={
        <Button small busy={asking} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {sentence !== title && <p>{sentence}</p>}
    </Alert>
  )
}
