import { type ReactNode, Suspense, use } from 'react'
import { Page } from '../../app/layouts/page'
import type { Loaded } from '../../app/loading/public-answers'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { PublicLoadFailure } from '../../ui/feedback/load-failure'
import { Skeleton } from '../../ui/loading/skeleton'

type Words = {
  page: { title: string; loading: string; failure: string }
  notFound: { heading: string; title: string; text: string; home: string }
}

/** A public page about one thing that is named by a code in its address. */
export function AddressedPage<Data>({
  code,
  loaded,
  height,
  words,
  children,
}: {
  code: string
  loaded: Promise<Loaded<Data>>
  /** The height of the placeholder, in rem. */
  height: number
  words: Words
  children: (data: Data) => ReactNode
}) {
  return (
    <Page>
      <Suspense key={code} fallback={<Skeleton label={words.page.loading} height={height} />}>
        <Content loaded={loaded} words={words}>
          {children}
        </Content>
      </Suspense>
    </Page>
  )
}

function Content<Data>({
  loaded,
  words: { page, notFound },
  children,
}: {
  loaded: Promise<Loaded<Data>>
  words: Words
  children: (data: Data) => ReactNode
}) {
  const { data, failure } = use(loaded)
  if (!failure) return children(data)
  const isMissing = failure.status === 404
  return (
    <>
      <h1 className="mb-6 text-4xl">{isMissing ? notFound.heading : page.title}</h1>
      {isMissing ? (
        <EmptyState title={notFound.title} action={<ButtonLink to="/">{notFound.home}</ButtonLink>}>
          {notFound.text}
        </EmptyState>
      ) : (
        <PublicLoadFailure failure={failure} title={page.failure} fallback={page.failure} />
      )}
    </>
  )
}
