import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { invoiceQuery } from '../../features/payments/queries'
import { ReceiptSheet } from '../../features/payments/receipt-sheet'
import { sheet } from '../../features/payments/words'
import { ask } from '../../lib/api/query'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { OrderDocument } from './order-document'

export const loader = ({ params: { id = '', payment = '' } }: LoaderFunctionArgs) => {
  ask(invoiceQuery(id))
  return { id, payment }
}

/** The receipt of a payment, made for printing (docs/product.md, section 4.9). */
export function Component() {
  const { id, payment: wanted } = useLoaderData<typeof loader>()
  return (
    <OrderDocument id={id}>
      {(invoice, home) => {
        const payment = invoice.payments.find(({ _id, kind }) => _id === wanted && kind === 'received')
        if (payment) return <ReceiptSheet invoice={invoice} payment={payment} home={home} />
        return (
          <>
            <h1 className="mb-6 text-4xl">{sheet.receipt}</h1>
            <EmptyState
              title={sheet.noReceipt.title}
              action={<ButtonLink to={home}>{sheet.back}</ButtonLink>}
            >
              {sheet.noReceipt.text}
            </EmptyState>
          </>
        )
      }}
    </OrderDocument>
  )
}
