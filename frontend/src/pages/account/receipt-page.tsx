import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { invoiceQuery } from '../../features/money/api'
import type { Invoice } from '../../features/money/model'
import { ReceiptSheet } from '../../features/money/sheets'
import { payments, sheet } from '../../features/money/words.en'
import { ask } from '../../lib/api/query'
import { OrderDocument } from './order-document'

export const loader = ({ params: { id = '', payment = '' } }: LoaderFunctionArgs) => {
  ask(invoiceQuery(id))
  return { id, payment }
}

/** The payment that a receipt is for: money that was returned has none. */
const paymentOf = ({ payments }: Invoice, id: string) =>
  payments.find(({ _id, kind }) => _id === id && kind === 'received')

/** The receipt of a payment, made for printing (docs/product.md, section 4.9). */
export function Component() {
  const { id, payment: wanted } = useLoaderData<typeof loader>()
  return (
    <OrderDocument
      id={id}
      titleOf={(invoice) => {
        const payment = invoice && paymentOf(invoice, wanted)
        return payment ? payments.receiptOf(payment.number) : sheet.receipt
      }}
      notThereIn={(invoice) => (paymentOf(invoice, wanted) ? undefined : sheet.noReceipt)}
    >
      {(invoice, home) => {
        const payment = paymentOf(invoice, wanted)
        return payment && <ReceiptSheet invoice={invoice} payment={payment} home={home} />
      }}
    </OrderDocument>
  )
}
