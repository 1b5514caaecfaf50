import { exportQuotes } from '../../features/quotes/api'
import { quoteQuery, quotesQuery } from '../../features/quotes/queries'
import { QuoteBrief } from '../../features/quotes/quote-brief'
import { QuoteFilters } from '../../features/quotes/quote-filters'
import { QuoteTable } from '../../features/quotes/quote-table'
import type { QuoteFilter } from '../../features/quotes/types'
import { UpdateQuoteForm } from '../../features/quotes/update-quote-form'
import { useAnswer } from '../../lib/query'
import { FormModal } from '../../ui/form-modal'
import { showToast } from '../../ui/toast-state'
import { quoteAddressOf } from './admin-filter'
import { DeskList, type View } from './desk-list'
import { useOpened } from './use-opened'

/** The quote requests: the list, and one of them with its files (docs/product.md, section 4.5). */
export function AdminQuotes({ filter, opened }: View<QuoteFilter>) {
  const found = useAnswer(quotesQuery(filter), { keepPrevious: true })
  const { row, open, dialog } = useOpened({
    opened,
    found,
    one: quoteQuery,
    addressOf: (id) => quoteAddressOf(filter, id),
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
        addressOf={quoteAddressOf}
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
