import { formatMoneyWithCode } from '../../lib/formats/money'
import { formatDate } from '../../lib/time/time'
import { Facts } from '../../ui/text/facts'
import { Section } from '../../ui/text/section'
import { DocumentSheet } from './document-sheet'
import { creditedOf } from './rules'
import type { Invoice } from './types'
import { sheet as words } from './words'

/** The invoice of an order, to read and to print. */
export function InvoiceSheet({ invoice, home }: { invoice: Invoice; home: string }) {
  const { number, issuedOn, reference, description, amount, currency, amountPaid, amountDue } = invoice
  const credited = creditedOf(invoice)
  const money = (units: number) => formatMoneyWithCode(units, currency)
  return (
    <DocumentSheet
      title={words.invoice}
      number={number}
      facts={[
        [words.number, number],
        [words.issuedOn, formatDate(issuedOn)],
        [words.order, reference],
      ]}
      invoice={invoice}
      home={home}
    >
      <Facts
        look="amounts"
        className="mt-8"
        facts={[
          [description, money(amount)],
          [words.paid, money(amountPaid)],
          ...(credited > 0 ? [[words.credited, money(credited)] satisfies [string, string]] : []),
          [words.due, money(amountDue)],
        ]}
      />
      {amountDue > 0 && invoice.instructions && (
        <Section title={words.howToPay} className="mt-8 break-inside-avoid" headingClass="text-xl">
          <p className="prose-text">{invoice.instructions}</p>
        </Section>
      )}
    </DocumentSheet>
  )
}
