import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { type Failure, readMessage } from '../../lib/failure'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toast-state'
import { isTold } from '../loading'

const SENTENCE = 'Failed to load profile data'

/** Says that the profile did not come, in the page and as a toast of 3 s (docs/product.md, section 5.1). */
export function ProfileFailure({ failure }: { failure: Failure }) {
  const { revalidate, state } = useRevalidator()

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
          <Button small busy={state === 'loading'} onClick={() => void revalidate()}>
            Try again
          </Button>
        }
      >
        {reason !== SENTENCE && <p>{reason}</p>}
      </Alert>
    </div>
  )
}
