import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { invoiceQuery } from '../../features/money/api'
import { InvoiceSheet } from '../../features/money/sheets'
import { payments, sheet } from '../../features/money/words.en'
import { ask } from '../../lib/api/query'
import { OrderDocument } from './order-document'

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => {
  ask(invoiceQuery(id))
  return { id }
}

/** The invoice of an order, made for printing (docs/product.md, section 4.9). */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  return (
    <OrderDocument
      id={id}
      titleOf={(invoice) => (invoice ? payments.invoice(invoice.number) : sheet.invoice)}
    >
      {(invoice, home) => <InvoiceSheet invoice={invoice} home={home} />}
    </OrderDocument>
  )
}
