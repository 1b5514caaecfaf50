import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { type Failure, readMessage } from '../lib/failure'
import { Alert } from '../ui/alert'
import { Button } from '../ui/button'
import { showToast } from '../ui/toast-state'
import { isTold } from './loading'

/** Says that a page's data did not come, in the page and as a toast of 5 s, and offers to try again. */
export function LoadFailure({
  failure,
  title,
  fallback,
}: {
  failure: Failure
  title: string
  fallback: string
}) {
  const { revalidate, state } = useRevalidator()

  useEffect(() => {
    if (isTold(failure)) showToast({ tone: 'error', title, seconds: 5 })
  }, [failure, title])

  if (!isTold(failure)) return null
  const sentence = readMessage(failure, fallback)
  return (
    <Alert
      title={title}
      action={
        <Button small busy={state === 'loading'} onClick={() => void revalidate()}>
          Try again
        </Button>
      }
    >
      {sentence !== title && <p>{sentence}</p>}
    </Alert>
  )
}
