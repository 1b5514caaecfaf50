import type { ReactNode } from 'react'
import { invoiceQuery } from '../../features/payments/queries'
import type { Invoice } from '../../features/payments/types'
import { sheet as words } from '../../features/payments/words'
import { useAnswer } from '../../lib/api/query'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { Skeleton } from '../../ui/loading/skeleton'
import { OutdatedNotice } from '../failures/outdated-notice'
import { usePageHead } from '../heads/page-head'
import { SignedInPage } from '../layouts/signed-in-page'

/** A page with a document about the invoice of an order. */
export function OrderDocument({
  id,
  titleOf,
  children,
}: {
  /** The id of the order. */
  id: string
  /** The title of the page, from which browsers make the name of the PDF. Without an invoice it has no number. */
  titleOf: (invoice: Invoice | undefined) => string
  /** Renders the document. Gets the address of the order's page. */
  children: (invoice: Invoice, home: string) => ReactNode
}) {
  const { data, failure, asking, retry } = useAnswer(invoiceQuery(id))
  usePageHead(data !== undefined || failure ? { title: titleOf(data ?? undefined) } : undefined)
  const home = `/assignments/${encodeURIComponent(id)}`

  const content = () => {
    if (failure)
      return (
        <LoadFailure
          failure={failure}
          title={words.failed}
          fallback={words.failed}
          asking={asking}
          onRetry={retry}
        />
      )
    if (data === undefined) return <Skeleton label={words.loading} height={32} />
    if (data) return children(data, home)
    return (
      <>
        <h1 className="mb-6 text-4xl">{words.invoice}</h1>
        <EmptyState title={words.noInvoice.title} action={<ButtonLink to={home}>{words.back}</ButtonLink>}>
          {words.noInvoice.text}
        </EmptyState>
      </>
    )
  }
  return (
    <SignedInPage>
      {content()}
      <OutdatedNotice />
    </SignedInPage>
  )
}
