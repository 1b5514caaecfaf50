import type { ReactNode } from 'react'
import type { Answer } from '../../lib/api/query'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { OutdatedNotice } from '../failures/outdated-notice'
import { usePageHead } from '../heads/page-head'
import { SignedInPage } from './signed-in-page'

/** A page with one document that the address names. */
export function DocumentPage<Data>({
  answer,
  titleOf,
  words,
  notThere,
  back,
  children,
}: {
  /** The document; null while there is none. */
  answer: Answer<Data | null>
  /** The title of the page, from which browsers make the name of the PDF. Without a document it has no number. */
  titleOf: (data: Data | undefined) => string
  words: { loading: string; failed: string }
  /** Why there is no document to show; undefined if there is, or while it loads. */
  notThere: { title: string; text: string } | undefined
  /** The page that it belongs to. */
  back: { to: string; label: string }
  children: (data: Data) => ReactNode
}) {
  const { data, failure } = answer
  usePageHead(data !== undefined || failure ? { title: titleOf(data ?? undefined) } : undefined)
  return (
    <SignedInPage>
      {(notThere || failure) && <h1 className="mb-6 text-4xl">{titleOf(undefined)}</h1>}
      {notThere ? (
        <EmptyState title={notThere.title} action={<ButtonLink to={back.to}>{back.label}</ButtonLink>}>
          {notThere.text}
        </EmptyState>
      ) : (
        <LoadedAnswer answer={answer} failed={words.failed} loading={words.loading} height={32}>
          {(data) => data && children(data)}
        </LoadedAnswer>
      )}
      <OutdatedNotice />
    </SignedInPage>
  )
}
