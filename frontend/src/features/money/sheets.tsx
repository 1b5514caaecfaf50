import type { ReactNode } from 'react'
import { siteName } from '../../lib/api/site'
import { formatMoneyWithCode } from '../../lib/formats/money'
import { formatDate } from '../../lib/time/time'
import { type Fact, Facts } from '../../ui/text/facts'
import { Section } from '../../ui/text/section'
import { Sheet } from '../../ui/text/sheet'
import { creditedOf, type Invoice, type Payment } from './model'
import { sheet as words } from './words.en'

/** A document of an order as it is printed: its head, seller and buyer, and its body. */
function DocumentSheet({
  title,
  number,
  facts,
  invoice: { seller, buyer },
  home,
  children,
}: {
  title: string
  number: string
  facts: Fact[]
  invoice: Invoice
  /** The address of the order's page. */
  home: string
  children: ReactNode
}) {
  return (
    <Sheet title={title} number={number} facts={facts} back={{ to: home, label: words.back }}>
      <div className="mt-8 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Party title={words.seller}>{seller || siteName}</Party>
        <Party title={words.buyer}>{[buyer.name, buyer.email].filter(Boolean).join('\n')}</Party>
      </div>
      {children}
    </Sheet>
  )
}

function Party({ title, children }: { title: string; children: string }) {
  return (
    <Section title={title} headingClass="text-xl">
      <p className="whitespace-pre-line wrap-anywhere">{children}</p>
    </Section>
  )
}

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
