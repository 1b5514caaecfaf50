import { Suspense, use } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getOffer } from '../../features/offers/api'
import type { Offer } from '../../features/offers/types'
import { notFound, page } from '../../features/offers/words'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { PublicLoadFailure } from '../../ui/feedback/load-failure'
import { Skeleton } from '../../ui/loading/skeleton'
import { Page } from '../layouts/page'
import { type Loaded, settle } from '../loading/public-answers'
import { waitBriefly } from '../loading/public-waits'
import { OfferView } from './offer-view'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const offer = settle(getOffer(token, request.signal))
  await waitBriefly(offer)
  return { token, offer }
}

/** The page that the link of an offer opens (docs/product.md, section 4.17). Opening it changes nothing for the customer. */
export function Component() {
  const { token, offer } = useLoaderData<typeof loader>()
  return (
    <Page>
      <Suspense key={token} fallback={<Skeleton label={page.loading} height={48} />}>
        <LoadedOffer token={token} offer={offer} />
      </Suspense>
    </Page>
  )
}

function LoadedOffer({ token, offer }: { token: string; offer: Promise<Loaded<Offer>> }) {
  const { data, failure } = use(offer)
  if (failure?.status === 404)
    return (
      <>
        <h1 className="mb-6 text-4xl">{notFound.heading}</h1>
        <EmptyState title={notFound.title} action={<ButtonLink to="/">{notFound.home}</ButtonLink>}>
          {notFound.text}
        </EmptyState>
      </>
    )
  if (failure)
    return (
      <>
        <h1 className="mb-6 text-4xl">{page.title}</h1>
        <PublicLoadFailure failure={failure} title={page.failure} fallback={page.failure} />
      </>
    )
  return <OfferView token={token} offer={data} />
}
