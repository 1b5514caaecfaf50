import { Link } from 'react-router'
import type { Policy, Site } from '../../lib/api/site'
import { countDays, formatCount } from '../../lib/formats/format'
import type { ArticlePart } from '../../ui/text/article'
import { Contact } from './contact'

/** The revision and refund policy (docs/product.md, section 4.12). */
export function revisionRefundPolicy(site: Site): ArticlePart[] {
  const { policy } = site
  return [
    {
      id: 'windows',
      title: 'The windows at a glance',
      body: (
        <dl className="border-t border-base-300">
          {timeLimits(policy).map(([term, limit]) => (
            <div
              key={term}
              className="flex break-inside-avoid flex-wrap justify-between gap-x-6 border-b border-base-300 py-2"
            >
              <dt>{term}</dt>
              <dd className="font-semibold lining-nums tabular-nums">{limit}</dd>
            </div>
          ))}
        </dl>
      ),
    },
    {
      id: 'revisions',
      title: 'Free revisions',
      body: (
        <>
          <p>
            If what was delivered does not follow your brief, ask for a revision within{' '}
            {countDays(policy.revisionDays)} of delivery, or within {countDays(policy.longRevisionDays)} where
            the work is longer than {formatCount(policy.longRevisionWords)} words. It costs nothing.
          </p>
          <p>
            Say what departs from the brief and where. A revision keeps to the brief that was agreed: new
            requirements, or a longer text, are a new quote.
          </p>
        </>
      ),
    },
    {
      id: 'refunds',
      title: 'Refunds',
      body: (
        <>
          <p>
            You may ask for a refund within {countDays(policy.refundRequestDays)} of delivery. Say what is
            wrong with the work: that it came after its deadline, does not follow the brief, or is not
            original. The desk looks into it and decides.
          </p>
          <p>A low mark alone is no ground for a refund, since nobody can promise a mark.</p>
        </>
      ),
    },
    {
      id: 'payment',
      title: 'When a refund is paid',
      body: (
        <p>
          An approved refund is processed in {policy.refundMinBusinessDays} to {policy.refundMaxBusinessDays}{' '}
          business days.
        </p>
      ),
    },
    {
      id: 'disputes',
      title: 'Disputes',
      body: (
        <p>
          If you do not agree with a decision, tell the desk. A dispute is reviewed within{' '}
          {policy.disputeHours} hours. You and the desk speak with each other; there is no direct chat with
          writers.
        </p>
      ),
    },
    {
      id: 'originality',
      title: 'Originality',
      body: (
        <p>
          Work is written for your brief. A passage that is copied without its source being named departs from
          it: ask for a free revision or a refund, within the windows above.
        </p>
      ),
    },
    {
      id: 'limits',
      title: 'Limits',
      body: (
        <p>
          What we owe for an order, on whatever ground, is limited to the amount paid for it. The rights that
          the Australian Consumer Law gives you remain. The law of New South Wales (NSW), Australia, applies,
          as the <Link to="/terms-of-use">terms of use</Link> say.
        </p>
      ),
    },
    { id: 'contact', title: 'How to ask', body: <Contact site={site} /> },
  ]
}

function timeLimits(policy: Policy): [term: string, limit: string][] {
  return [
    ['Free revisions', `within ${countDays(policy.revisionDays)} of delivery`],
    [
      `Free revisions of work over ${formatCount(policy.longRevisionWords)} words`,
      `within ${countDays(policy.longRevisionDays)} of delivery`,
    ],
    ['Refund request', `within ${countDays(policy.refundRequestDays)} of delivery`],
    ['Refund paid', `in ${policy.refundMinBusinessDays} to ${policy.refundMaxBusinessDays} business days`],
    ['Dispute reviewed', `within ${policy.disputeHours} hours`],
    ['Order files', `may be deleted after ${countDays(policy.retentionDays)}`],
  ]
}
