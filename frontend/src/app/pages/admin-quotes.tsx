import { Suspense, use } from 'react'
import { useRevalidator } from 'react-router'
import { exportQuotes, PER_PAGE } from '../../features/quotes/api'
import { QuoteBrief } from '../../features/quotes/quote-brief'
import { QuoteFilters } from '../../features/quotes/quote-filters'
import { QuoteTable } from '../../features/quotes/quote-table'
import type { Quote, QuoteFilter } from '../../features/quotes/types'
import { UpdateQuoteForm } from '../../features/quotes/update-quote-form'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { FormModal } from '../../ui/form-modal'
import { ListBar } from '../../ui/list-bar'
import { Pagination } from '../../ui/pagination'
import { SkeletonRows } from '../../ui/skeleton'
import { showToast } from '../../ui/toast-state'
import { LoadFailure } from '../load-failure'
import type { Loaded } from '../loading'
import { isNarrowed, quoteAddressOf } from './admin-filter'
import { ExportButton } from './export-button'
import { useFilter } from './use-filter'
import { useOpened } from './use-opened'

type Page = { quotes: Quote[]; total: number }
type Found = Promise<Loaded<Page>>

const rowsOf = ({ quotes }: Page) => quotes

/** The quote requests: filters, table, pages, and one of them with its files (docs/product.md, section 4.5). */
export function AdminQuotes({ filter, found }: { filter: QuoteFilter; found: Found }) {
  const { wanted, waiting, change } = useFilter(filter, quoteAddressOf)
  const { revalidate } = useRevalidator()
  const [opened, setOpened] = useOpened(found, rowsOf)

  const open = (quote: Quote) => {
    setOpened(quote)
    void revalidate() // the links to its files may have grown old
  }
  const updated = () => {
    setOpened(null)
    showToast({ tone: 'success', title: 'Quote updated successfully', seconds: 3 })
    void revalidate()
  }
  return (
    <>
      <QuoteFilters filter={wanted} onChange={change} />
      <ListBar actions={<ExportButton onExport={() => exportQuotes(filter)} />} />
      <div aria-busy={waiting} className={waiting ? 'opacity-60' : ''}>
        <Suspense fallback={<SkeletonRows label="Loading quote requests" count={PER_PAGE} rowHeight={3} />}>
          <Rows filter={filter} found={found} onChange={change} onOpen={open} />
        </Suspense>
      </div>
      {opened && (
        <FormModal title={`Quote ${opened.reference}`} onClose={() => setOpened(null)}>
          {(onState) => (
            <>
              <QuoteBrief quote={opened} />
              <UpdateQuoteForm
                quote={opened}
                onUpdated={updated}
                onState={onState}
                onCancel={() => setOpened(null)}
              />
            </>
          )}
        </FormModal>
      )}
    </>
  )
}

function Rows({
  filter,
  found,
  onChange,
  onOpen,
}: {
  filter: QuoteFilter
  found: Found
  onChange: (change: Partial<QuoteFilter>) => void
  onOpen: (quote: Quote) => void
}) {
  const { data, failure } = use(found)
  if (failure)
    return (
      <LoadFailure
        failure={failure}
        title="Failed to fetch dashboard data"
        fallback="Failed to fetch quotes"
      />
    )
  if (data.quotes.length === 0) return <Nothing filter={filter} />
  return (
    <>
      <QuoteTable
        quotes={data.quotes}
        sort={filter.sort}
        onSort={(sort) => onChange({ sort })}
        onOpen={onOpen}
      />
      <Pagination
        page={filter.page}
        perPage={PER_PAGE}
        total={data.total}
        onPage={(page) => onChange({ page })}
      />
    </>
  )
}

function Nothing({ filter }: { filter: QuoteFilter }) {
  if (isNarrowed(quoteAddressOf, filter))
    return (
      <EmptyState
        title="No quote request matches"
        action={<ButtonLink to="?tab=quotes">Show all</ButtonLink>}
      />
    )
  return (
    <EmptyState title="No quote requests yet">
      What visitors ask for on the front page and on the pages of the services is listed here, newest first.
    </EmptyState>
  )
}
