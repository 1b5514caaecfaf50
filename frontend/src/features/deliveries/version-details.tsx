import { Link } from 'react-router'
import { Alert } from '../../ui/feedback/alert'
import { Moment } from '../../ui/text/moment'
import { DeliveredFiles } from './delivered-files'
import type { Delivery } from './model'
import { version as words } from './words.en'

/** One version of the work: who delivered it and when, their note, its length, its files and its receipt. */
export function VersionDetails({
  assignment,
  ordered,
  delivery,
}: {
  assignment: string
  /** The ordered number of words; null if it is not known. */
  ordered: number | null
  delivery: Delivery
}) {
  const { version, tutor, deliveredAt, answersRevision, note, notice, held, receipt } = delivery
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-muted">
        {tutor ? words.deliveredBy(tutor.name) : words.delivered}{' '}
        <Moment iso={deliveredAt} className="tabular-nums" />
        {answersRevision !== null && (
          <>
            {' '}
            <span aria-hidden="true">·</span> {words.answers(answersRevision)}
          </>
        )}
      </p>
      {note && (
        <div className="border-l-2 border-accent pl-3.5">
          <h4 className="sr-only">{words.note}</h4>
          <p className="prose-text font-serif">{note}</p>
        </div>
      )}
      {(notice || held) && <Alert tone="info" title={notice ?? words.held} />}
      {delivery.words !== null && <Length count={delivery.words} ordered={ordered} />}
      <DeliveredFiles assignment={assignment} delivery={delivery} />
      <p>
        <Link to={`/receipts/${encodeURIComponent(receipt)}`} className="link print:hidden">
          {words.receipt(version)}
        </Link>
      </p>
    </div>
  )
}

function Length({ count, ordered }: { count: number; ordered: number | null }) {
  if (ordered === null) return <p className="tabular-nums">{words.words(count)}</p>
  return (
    <p className="tabular-nums">
      {words.wordsOfOrdered(count, ordered)}
      {count < ordered && (
        <>
          {' '}
          <strong>{words.shortfall(ordered - count)}</strong>
        </>
      )}
    </p>
  )
}
