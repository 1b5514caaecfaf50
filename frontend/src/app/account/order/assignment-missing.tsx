import { ButtonLink } from '../../../ui/buttons/button-link'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { gone as goneWords, notFound } from '../words'

/** Says that the assignment was there a moment ago: what was read, and perhaps typed, stays. */
export function AssignmentGone({ home }: { home: string }) {
  return (
    <>
      <p>{goneWords.text}</p>
      <ButtonLink to={home}>{goneWords.dashboard}</ButtonLink>
    </>
  )
}

/** Says that the reader may not read the assignment, or that there is none. */
export function AssignmentNotFound({ home }: { home: string }) {
  return (
    <>
      <h1 className="mb-6 text-4xl">{notFound.heading}</h1>
      <EmptyState title={notFound.title} action={<ButtonLink to={home}>{notFound.dashboard}</ButtonLink>}>
        {notFound.text}
      </EmptyState>
    </>
  )
}
