import type { ReactNode } from 'react'
import { DocumentPage } from '../../app/layouts/document-page'
import { invoiceQuery } from '../../features/money/api'
import type { Invoice } from '../../features/money/model'
import { sheet as words } from '../../features/money/words.en'
import { useAnswer } from '../../lib/api/query'

/** A page with a document about the invoice of an order. */
export function OrderDocument({
  id,
  titleOf,
  notThereIn,
  children,
}: {
  /** The id of the order. */
  id: string
  titleOf: (invoice: Invoice | undefined) => string
  /** Why the document is not there although the order has an invoice. */
  notThereIn?: (invoice: Invoice) => { title: string; text: string } | undefined
  /** Renders the document. Gets the address of the order's page. */
  children: (invoice: Invoice, home: string) => ReactNode
}) {
  const answer = useAnswer(invoiceQuery(id))
  const { data, failure } = answer
  const home = `/assignments/${encodeURIComponent(id)}`

  const notThere = () => {
    if (failure?.status === 403) return words.denied
    if (data === null) return words.noInvoice
    return data && notThereIn?.(data)
  }
  return (
    <DocumentPage
      answer={answer}
      titleOf={titleOf}
      words={words}
      notThere={notThere()}
      back={{ to: home, label: words.back }}
    >
      {(invoice) => children(invoice, home)}
    </DocumentPage>
  )
}
