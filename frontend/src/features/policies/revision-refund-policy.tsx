import { Link } from 'react-router'
import type { Site } from '../../lib/api/site'
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
        <dl className="fact-list">
          <div>
            <dt>Free revisions</dt>
            <dd>within {countDays(policy.revisionDays)} of delivery</dd>
          </div>
          <div>
            <dt>Free revisions of work above {formatCount(policy.longRevisionWords)} words</dt>
            <dd>within {countDays(policy.longRevisionDays)} of delivery</dd>
          </div>
          <div>
            <dt>Refund request</dt>
            <dd>within {countDays(policy.refundRequestDays)} of delivery</dd>
          </div>
          <div>
            <dt>Refund paid</dt>
            <dd>
              in {policy.refundMinBusinessDays} to {policy.refundMaxBusinessDays} business days
            </dd>
          </div>
          <div>
            <dt>Dispute reviewed</dt>
            <dd>within {policy.disputeHours} hours</dd>
          </div>
          <div>
            <dt>Files of an order</dt>
            <dd>may be deleted after {countDays(policy.retentionDays)}</dd>
          </div>
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
