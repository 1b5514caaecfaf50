import { useLoaderData } from 'react-router'
import { mailStateQuery } from '../../features/mails/api'
import { OfferDetails, OfferPrice } from '../../features/offers/offer-details'
import { exportQuotes, quoteQuery, quotesQuery } from '../../features/quotes/api'
import { quoteList } from '../../features/quotes/list'
import type { Pricing, Quote } from '../../features/quotes/model'
import { OfferState } from '../../features/quotes/offer-state'
import { QuoteBrief } from '../../features/quotes/quote-brief'
import { QuoteTable } from '../../features/quotes/quote-table'
import { UpdateQuoteForm } from '../../features/quotes/update-quote-form'
import { useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { FormModal } from '../../ui/dialogs/form-modal'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { Skeleton } from '../../ui/loading/skeleton'
import { FilteredList } from '../shared/filtered-list'
import { OwnCase } from '../shared/own-case'
import { listLoader } from './ask-desk'
import { useOpened } from './use-opened'
import { dashboard, quotes as words } from './words.en'

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

export const loader = listLoader(quoteList, quotesQuery)

/** The list of quote requests, and the dialog that opens one of them (docs/product.md, section 4.5). */
export function Component() {
  const { filter, opened, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const { row, open, dialog } = useOpened({
    opened,
    found,
    one: quoteQuery,
    addressOf: (id) => quoteList.addressOf(filter, id),
    failure: words.failed,
  })
  const { data: mails } = useAnswer(mailStateQuery)
  const sent = ({ email }: Quote) => {
    showSuccess(mails?.enabled === false ? words.sentNowhere : words.sent(email), 5)
  }
  return (
    <>
      <FilteredList
        list={quoteList}
        filter={filter}
        found={found}
        words={words}
        rowHeight={3}
        failureTitle={dashboard.failed}
        onExport={exportQuotes}
      >
        {(shown) => <QuoteTable {...shown} onOpen={open} />}
      </FilteredList>
      {row && (
        <FormModal title={words.title(row.reference)} {...dialog}>
          <QuoteBrief quote={row} />
          <OfferState quote={row} />
          {row.ownCase && <OwnCase of="quote" />}
          {row.status !== 'accepted' && !row.ownCase && (
            <UpdateQuoteForm
              quote={row}
              preview={(pricing) => <OfferPreview quote={row} pricing={pricing} />}
              onUpdated={(outcome) => (outcome === 'sent' ? sent(row) : showSuccess(words.updated))}
            />
          )}
        </FormModal>
      )}
    </>
  )
}
