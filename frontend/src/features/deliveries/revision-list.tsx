import { formatTimeLeft } from '../../lib/time/time-left'
import { useNowUntil } from '../../lib/time/use-now-until'
import { Alert } from '../../ui/feedback/alert'
import { Disclosure } from '../../ui/text/disclosure'
import { type Fact, Facts } from '../../ui/text/facts'
import { Distance, Moment } from '../../ui/text/moment'
import type { Revision } from './model'
import { revisionWindow, revisions as words } from './words.en'

/** How long changes can still be asked for. Null is no limit, which needs no clock. */
export function RevisionWindow({ until }: { until: string | null }) {
  const left = formatTimeLeft(until ?? '', useNowUntil(until))
  return left && <p className="text-muted tabular-nums">{revisionWindow.openFor(left)}</p>
}

/** An open revision: what should change, and until when. While a claim is open, nobody can say until when. */
export function OpenRevision({ revision, waits }: { revision: Revision; waits: boolean }) {
  const { number, dueAt } = revision
  return (
    <article aria-labelledby="open-revision" className="border-l-2 border-accent bg-base-200 px-4 py-3">
      <h3 id="open-revision" className="text-xl">
        {words.name(number)}
      </h3>
      {waits ? (
        <p className="mt-1 font-semibold">{words.waits}</p>
      ) : (
        <p className="mt-1 font-semibold">
          {words.due} <Moment iso={dueAt} className="tabular-nums" />{' '}
          <span className="font-normal text-muted print:hidden">
            (<Distance iso={dueAt} />)
          </span>
        </p>
      )}
      <Reason revision={revision} />
    </article>
  )
}

/** The closed revisions, newest first. */
export function RevisionList({ revisions }: { revisions: Revision[] }) {
  return (
    <ul aria-label={words.earlier} className="border-t border-base-300">
      {revisions.map((revision) => (
        <li key={revision._id} className="border-b border-base-300">
          <Disclosure summary={words.name(revision.number)} look="row">
            <Facts facts={timesOf(revision)} />
            <div className="pb-4">
              <Reason revision={revision} />
            </div>
          </Disclosure>
        </li>
      ))}
    </ul>
  )
}

/** When a revision was asked for, due and closed. */
const timesOf = ({ createdAt, dueAt, closedAt }: Revision): Fact[] => [
  [words.asked, <Moment key="asked" iso={createdAt} />],
  [words.due, <Moment key="due" iso={dueAt} />],
  ...(closedAt ? [[words.closed, <Moment key="closed" iso={closedAt} />] satisfies Fact] : []),
]

/** The reason and, for those who may know, that it is being reviewed. */
function Reason({ revision: { reason, notice, held } }: { revision: Revision }) {
  return (
    <div className="mt-2 grid grid-cols-1 gap-3">
      <p className="prose-text font-serif">{reason}</p>
      {(notice || held) && <Alert tone="info" title={notice ?? words.held} />}
    </div>
  )
}
