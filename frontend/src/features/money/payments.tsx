import { Link } from 'react-router'
import { useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { nameIn } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { formatDate } from '../../lib/time/time'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { Skeleton } from '../../ui/loading/skeleton'
import { invoiceQuery, paymentsQuery } from './api'
import type { Invoice, Payment } from './model'
import { payments as words } from './words.en'

/** What was paid for an order, how to pay the rest, and the way to its documents. */
export function Payments({
  assignment,
  reference,
  amountDue,
  fromOffer,
  forStudent,
}: {
  assignment: string
  reference: string
  amountDue: number
  /** Whether the order began as an offer, and so has an invoice before anything is paid. */
  fromOffer: boolean
  /** Whether the reader is the one who pays. */
  forStudent: boolean
}) {
  const paid = useAnswer(paymentsQuery(assignment), { withoutLoader: true })
  const hasInvoice = fromOffer || (paid.data !== undefined && paid.data.length > 0)
  const billed = useAnswer(invoiceQuery(assignment), { enabled: hasInvoice, withoutLoader: true })
  if (paid.failure) return <LoadFailure answer={paid} title={words.failed} />
  if (!paid.data || (hasInvoice && billed.data === undefined && !billed.failure))
    return <Skeleton label={words.loading} height={8} />
  const invoice = billed.data
  const home = `/assignments/${assignment}`
  return (
    <div className="grid grid-cols-1 gap-4">
      {billed.failure ? (
        <LoadFailure answer={billed} title={words.invoiceFailed} />
      ) : (
        amountDue > 0 && (
          <div className="border-l-2 border-accent pl-3.5">
            <h3 className="text-xl">{words.howToPay}</h3>
            <HowToPay invoice={invoice} reference={reference} forStudent={forStudent} />
          </div>
        )
      )}
      {paid.data.length > 0 ? (
        <ul aria-label={words.list} className="border-t border-base-300">
          {paid.data.map((payment) => (
            <PaymentRow key={payment._id} payment={payment} home={home} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">{amountDue > 0 ? words.none : words.nothingPaid}</p>
      )}
      {invoice && (
        <p className="print:hidden">
          <Link to={`${home}/invoice`} className="link">
            {words.invoice(invoice.number)}
          </Link>
        </p>
      )}
    </div>
  )
}

/** How to pay: what the invoice says or, if it says nothing, whom to ask. */
function HowToPay({
  invoice,
  reference,
  forStudent,
}: {
  invoice: Invoice | null | undefined
  reference: string
  forStudent: boolean
}) {
  const asks = forStudent && !invoice?.instructions
  const { data: site } = useAnswer(siteQuery, { enabled: asks, withoutLoader: true })
  if (invoice?.instructions) return <p className="prose-text">{invoice.instructions}</p>
  if (!forStudent) return <p>{invoice ? words.noInstructions : words.invoiceComesToStudent}</p>
  return (
    <>
      <p>
        {!invoice && words.invoiceComes} {words.ask(reference)}
      </p>
      {site?.supportEmail && (
        <p className="wrap-anywhere">
          <a href={`mailto:${site.supportEmail}`} className="link">
            {site.supportEmail}
          </a>
        </p>
      )}
    </>
  )
}

function PaymentRow({
  payment: { _id, kind, number, amount, method, reference, receivedOn },
  home,
}: {
  payment: Payment
  home: string
}) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-base-300 py-2">
      <p>
        {nameIn(words.kinds, kind)} <time dateTime={receivedOn}>{formatDate(receivedOn)}</time>
      </p>
      <p className="text-right font-semibold tabular-nums">{formatMoney(amount)}</p>
      <p className="text-muted wrap-anywhere">
        {method} <span aria-hidden="true">·</span> {reference}
      </p>
      {kind === 'received' && (
        <p className="text-right print:hidden">
          <Link to={`${home}/payments/${_id}/receipt`} aria-label={words.receiptOf(number)} className="link">
            {words.receipt}
          </Link>
        </p>
      )}
    </li>
  )
}
