import { useLoaderData } from 'react-router'
import { mailStateQuery } from '../../features/mails/queries'
import { exportQuotes } from '../../features/quotes/api'
import { quoteList } from '../../features/quotes/list'
import { OfferState } from '../../features/quotes/offer-state'
import { quoteQuery, quotesQuery } from '../../features/quotes/queries'
import { QuoteBrief } from '../../features/quotes/quote-brief'
import { QuoteTable } from '../../features/quotes/quote-table'
import type { Quote } from '../../features/quotes/types'
import { UpdateQuoteForm } from '../../features/quotes/update-quote-form'
import { useAnswer } from '../../lib/api/query'
import { FormModal } from '../../ui/dialogs/form-modal'
import { showSuccess } from '../../ui/feedback/success-toast'
import { FilteredList } from '../lists/filtered-list'
import { OwnCase } from '../own-case'
import { listLoader } from './ask-desk'
import { OfferPreview } from './offer-preview'
import { useOpened } from './use-opened'
import { dashboard, quotes as words } from './words'

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
