import { formatMoneyWithCode } from '../../lib/formats/money'
import { formatDate } from '../../lib/time/time'
import { Facts } from '../../ui/text/facts'
import { DocumentSheet } from './document-sheet'
import type { Invoice, Payment } from './types'
import { sheet as words } from './words'

/** The receipt of a payment, to read and to print. */
export function ReceiptSheet({
  invoice,
  payment: { number, receivedOn, method, reference, amount },
  home,
}: {
  invoice: Invoice
  payment: Payment
  home: string
}) {
  return (
    <DocumentSheet
      title={words.receipt}
      number={number}
      facts={[
        [words.number, number],
        [words.receivedOn, formatDate(receivedOn)],
        [words.method, method],
        [words.reference, reference],
        [words.order, invoice.reference],
        [words.invoiceNumber, invoice.number],
      ]}
      invoice={invoice}
      home={home}
    >
      <Facts
        look="amounts"
        className="mt-8"
        facts={[[words.receivedFor(invoice.description), formatMoneyWithCode(amount, invoice.currency)]]}
      />
    </DocumentSheet>
  )
}
