import { useEffect } from 'react'
import { type Failure, isTold, readMessage } from '../../lib/failure'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toast-state'

const SENTENCE = 'Failed to load profile data'

/** Says that the profile did not load, in the page and as a toast of 3 s (docs/product.md, section 5.1). */
export function ProfileFailure({
  failure,
  asking,
  onRetry,
}: {
  failure: Failure
  asking: boolean
  onRetry: () => void
}) {
  useEffect(() => {
    if (isTold(failure)) showToast({ tone: 'error', title: 'Error', description: SENTENCE, seconds: 3 })
  }, [failure])

  if (!isTold(failure)) return null
  const reason = readMessage(failure, SENTENCE)
  return (
    <div className="mt-8">
      <Alert
        title={SENTENCE}
        action={
          <Button small busy={asking} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {reason !== SENTENCE && <p>{reason}</p>}
      </Alert>
    </div>
  )
}
