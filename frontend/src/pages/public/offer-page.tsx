import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { settle } from '../../app/loading/public-answers'
import { waitBriefly } from '../../app/loading/public-waits'
import { getOffer } from '../../features/offers/api'
import { notFound, page } from '../../features/offers/words.en'
import { AddressedPage } from './addressed-page'
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
    <AddressedPage code={token} loaded={offer} height={48} words={{ page, notFound }}>
      {(data) => <OfferView token={token} offer={data} />}
    </AddressedPage>
  )
}
