import { OfferDetails } from '../../features/offers/offer-details'
import { OfferPrice } from '../../features/offers/offer-price'
import type { Pricing, Quote } from '../../features/quotes/types'
import { useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { Skeleton } from '../../ui/loading/skeleton'
import { quotes as words } from './words'

/** An offer as its customer will see it. The policy in force becomes that of the offer. */
export function OfferPreview({ quote, pricing }: { quote: Quote; pricing: Pricing }) {
  const { data, failure } = useAnswer(siteQuery, { withoutLoader: true })
  if (failure) return <p>{words.previewFailed}</p>
  if (!data) return <Skeleton label={words.loadingPreview} height={20} />
  const offer = { ...quote, ...pricing, policy: data.policy, words: quote.pages * data.policy.wordsPerPage }
  return (
    <div className="grid gap-6">
      <OfferPrice offer={offer} />
      <OfferDetails offer={offer} />
    </div>
  )
}
