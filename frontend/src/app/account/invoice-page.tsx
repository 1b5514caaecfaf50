import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { InvoiceSheet } from '../../features/payments/invoice-sheet'
import { invoiceQuery } from '../../features/payments/queries'
import { payments, sheet } from '../../features/payments/words'
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
