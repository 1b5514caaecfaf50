import { Link } from 'react-router'
import { formatMoney } from '../../lib/formats/money'
import { buttonClass } from '../../ui/buttons/button'
import { ruledListClass, titleLinkClass } from '../../ui/text/list-classes'
import { Distance, Moment } from '../../ui/text/moment'
import { ClaimStatusTag, nameOf, openerOf, usePayDays } from './claim-details'
import { CLAIMS, type Claim, can } from './model'
import { list as words } from './words.en'

/** All claims, for admins: each leads to its assignment, where it is decided and paid (docs/product.md, section 4.5). */
export function ClaimRows({
  claims,
  reader,
}: {
  claims: Claim[]
  /** The id of the reader's account. */
  reader: string
}) {
  return (
    <ul className={ruledListClass}>
      {claims.map((claim) => (
        <li key={claim._id}>
          <Row claim={claim} reader={reader} />
        </li>
      ))}
    </ul>
  )
}

function Row({ claim, reader }: { claim: Claim; reader: string }) {
  const { assignment, amount, createdAt, reason } = claim
  const { _id, title, reference } = assignment
  const to = `/assignments/${_id}#${CLAIMS}`
  const act = can(claim, 'decide') ? words.decide : can(claim, 'pay-refund') ? words.pay : words.show
  return (
    <article>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 wrap-anywhere">
          <strong>{nameOf(claim)}</strong> <span aria-hidden="true">·</span> {openerOf(claim, reader)}{' '}
          <span aria-hidden="true">·</span> <Moment iso={createdAt} />
        </p>
        <ClaimStatusTag claim={claim} />
      </div>
      <p className="mt-1 wrap-anywhere">
        {title ? (
          <Link to={to} className={titleLinkClass}>
            {title}
          </Link>
        ) : (
          <span className="text-muted">{words.deletedWork}</span>
        )}{' '}
        <span className="text-muted whitespace-nowrap">{reference}</span>
      </p>
      {reason && (
        <p className="prose-text mt-2 line-clamp-3 border-l-2 border-accent pl-3.5 font-serif">{reason}</p>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex flex-wrap gap-x-6 tabular-nums">
          {amount && <span className="font-semibold">{formatMoney(amount)}</span>}
          <Due claim={claim} />
        </p>
        {title && (
          <Link to={to} aria-label={words.actOn(act, title)} className={buttonClass('plain', true)}>
            {act}
          </Link>
        )}
      </div>
    </article>
  )
}

/** Until when the next step is due: a time for a decision, a day for a payment. */
function Due({ claim }: { claim: Claim }) {
  const days = usePayDays(claim)
  if (can(claim, 'decide') && claim.dueAt)
    return (
      <span>
        {words.decideBy} <Moment iso={claim.dueAt} /> (<Distance iso={claim.dueAt} />)
      </span>
    )
  if (!can(claim, 'pay-refund') || !days || !claim.payBy) return null
  return (
    <span>
      {words.payBy} {days.by} (<Distance iso={claim.payBy} />)
    </span>
  )
}
