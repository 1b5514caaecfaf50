import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { type Failure, isReportable, readMessage } from '../../lib/api/failure'
import type { Answer } from '../../lib/api/query'
import { Button } from '../buttons/button'
import { tryAgain } from '../words.en'
import { Alert } from './alert'
import { showToast, type ToastContent } from './toast-state'

/** If data failed to load, says so in its place and in a toast of 5 s, and offers to try again. */
export function LoadFailure({
  answer: { failure, asking, retry },
  title,
  fallback = title,
  toast,
}: {
  answer: Pick<Answer<unknown>, 'failure' | 'asking' | 'retry'>
  title: string
  /** Shown if the server sent no sentence. */
  fallback?: string
  /** The toast, if it differs from the title. */
  toast?: ToastContent
}) {
  const { title: toastTitle, description, seconds } = toast ?? { title, seconds: 5 }
  useEffect(() => {
    if (failure && isReportable(failure))
      showToast({ tone: 'error', title: toastTitle, description, seconds })
  }, [failure, toastTitle, description, seconds])

  if (!failure || !isReportable(failure)) return null
  const sentence = readMessage(failure, fallback)
  return (
    <Alert
      title={title}
      action={
        <Button small busy={asking} onClick={retry}>
          {tryAgain}
        </Button>
      }
    >
      {sentence !== title && <p>{sentence}</p>}
    </Alert>
  )
}

/** Says that the data of a public page failed to load. Trying again runs the page's loader. */
export function PublicLoadFailure({
  failure,
  ...words
}: {
  failure: Failure
  title: string
  fallback: string
}) {
  const { revalidate, state } = useRevalidator()
  return (
    <LoadFailure
      answer={{ failure, asking: state === 'loading', retry: () => void revalidate() }}
      {...words}
    />
  )
}
