import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { exportQuotes } from '../../features/quotes/api'
import { quoteQuery, quotesQuery } from '../../features/quotes/queries'
import { QuoteBrief } from '../../features/quotes/quote-brief'
import { QuoteFilters } from '../../features/quotes/quote-filters'
import { QuoteTable } from '../../features/quotes/quote-table'
import { UpdateQuoteForm } from '../../features/quotes/update-quote-form'
import { ask, useAnswer } from '../../lib/api/query'
import { FormModal } from '../../ui/dialogs/form-modal'
import { showToast } from '../../ui/feedback/toast-state'
import { DeskList } from './desk-list'
import { quotesAddress } from './quotes-address'
import { useOpened } from './use-opened'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const view = quotesAddress.viewOf(request)
  const list = quotesQuery(view.filter)
  ask(list)
  return { ...view, list }
}

/** The quote requests: the list, and one of them with its files (docs/product.md, section 4.5). */
export function Component() {
  const { filter, opened, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const { row, open, dialog } = useOpened({
    opened,
    found,
    one: quoteQuery,
    addressOf: (id) => quotesAddress.addressOf(filter, id),
    failure: 'Failed to fetch quotes',
  })
  const updated = () => {
    dialog.onClose()
    showToast({ tone: 'success', title: 'Quote updated successfully', seconds: 3 })
  }
  return (
    <>
      <DeskList
        filter={filter}
        found={found}
        address={quotesAddress}
        Filters={QuoteFilters}
        loading="Loading quote requests"
        rowHeight={3}
        failure="Failed to fetch quotes"
        empty={{
          matches: 'No quote request matches',
          yet: {
            title: 'No quote requests yet',
            words:
              'What visitors ask for on the front page and on the pages of the services is listed here, newest first.',
          },
        }}
        onExport={exportQuotes}
      >
        {(rows, change) => (
          <QuoteTable quotes={rows} sort={filter.sort} onSort={(sort) => change({ sort })} onOpen={open} />
        )}
      </DeskList>
      {row && (
        <FormModal title={`Quote ${row.reference}`} {...dialog}>
          {(onState) => (
            <>
              <QuoteBrief quote={row} />
              <UpdateQuoteForm quote={row} onUpdated={updated} onState={onState} onCancel={dialog.onClose} />
            </>
          )}
        </FormModal>
      )}
    </>
  )
}
