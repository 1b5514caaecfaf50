import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { type Failure, isReportable, readMessage } from '../../lib/api/failure'
import { Button } from '../buttons/button'
import { tryAgain } from '../words'
import { Alert } from './alert'
import { showToast, type ToastContent } from './toast-state'

/** Says that data failed to load, where it would be and in a toast of 5 s, and offers to try again. */
export function LoadFailure({
  failure,
  title,
  fallback,
  asking,
  toast,
  onRetry,
}: {
  failure: Failure
  title: string
  /** Shown if the server sent no sentence. */
  fallback: string
  /** True while the data is being requested again. */
  asking: boolean
  /** The toast, if it differs from the title. */
  toast?: ToastContent
  onRetry: () => void
}) {
  const { title: toastTitle, description, seconds } = toast ?? { title, seconds: 5 }
  useEffect(() => {
    if (isReportable(failure)) showToast({ tone: 'error', title: toastTitle, description, seconds })
  }, [failure, toastTitle, description, seconds])

  if (!isReportable(failure)) return null
  const sentence = readMessage(failure, fallback)
  return (
    <Alert
      title={title}
      action={
        <Button small busy={asking} onClick={onRetry}>
          {tryAgain}
        </Button>
      }
    >
      {sentence !== title && <p>{sentence}</p>}
    </Alert>
  )
}

/** Says that the data of a public page failed to load. Trying again runs the page's loader. */
export function PublicLoadFailure(props: { failure: Failure; title: string; fallback: string }) {
  const { revalidate, state } = useRevalidator()
  return <LoadFailure {...props} asking={state === 'loading'} onRetry={() => void revalidate()} />
}
