import { Link } from 'react-router'
import type { Policy, Site } from '../../lib/api/site'
import { formatCount } from '../../lib/formats/format'
import { countDays } from '../../lib/formats/words.en'
import type { ArticlePart } from '../../ui/text/article'
import { Facts } from '../../ui/text/facts'
import { Contact } from './contact'

/** The revision and refund policy (docs/product.md, section 4.12). */
export function revisionRefundPolicy(site: Site): ArticlePart[] {
  const { policy } = site
  return [
    {
      id: 'windows',
      title: 'Time limits at a glance',
      body: <Facts facts={timeLimits(policy)} look="limits" />,
    },
    {
      id: 'revisions',
      title: 'Free revisions',
      body: (
        <>
          <p>
            If the work does not follow your brief, request a revision within {countDays(policy.revisionDays)}{' '}
            of delivery, or within {countDays(policy.longRevisionDays)} if the work is longer than{' '}
            {formatCount(policy.longRevisionWords)} words. It is free.
          </p>
          <p>
            Tell us what does not follow the brief, and where. A revision keeps to the agreed brief: new
            requirements, or a longer text, need a new quote.
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
            You may request a refund within {countDays(policy.refundRequestDays)} of delivery. Tell us what is
            wrong with the work: for example, that it arrived after its deadline, does not follow the brief,
            or is not original. Our team looks into it and decides.
          </p>
          <p>A low grade alone is not a reason for a refund, because nobody can promise a grade.</p>
        </>
      ),
    },
    {
      id: 'payment',
      title: 'When a refund is paid',
      body: (
        <p>
          We pay an approved refund in {policy.refundMinBusinessDays} to {policy.refundMaxBusinessDays}{' '}
          business days.
        </p>
      ),
    },
    {
      id: 'disputes',
      title: 'Disputes',
      body: (
        <p>
          If you do not agree with a decision, tell us. We review a dispute within {policy.disputeHours}{' '}
          hours. You talk to our team; there is no direct chat with writers.
        </p>
      ),
    },
    {
      id: 'originality',
      title: 'Originality',
      body: (
        <p>
          We write each piece of work for your brief. If a passage is copied without naming its source, you
          can request a free revision or a refund within the time limits above.
        </p>
      ),
    },
    {
      id: 'limits',
      title: 'Limits',
      body: (
        <p>
          Our liability for an order, for whatever reason, is limited to the amount paid for it. You keep your
          rights under the Australian Consumer Law. The law of New South Wales (NSW), Australia, applies, as
          set out in the <Link to="/terms-of-use">terms of use</Link>.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'How to request a revision or a refund',
      body: (
        <>
          <p>
            If the order is in your account, open it and choose “Request revision”, “Request a refund” or
            “Open a dispute”. You can choose each of them as long as its time limit allows.
          </p>
          <Contact site={site} />
        </>
      ),
    },
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
    ['Order files', `may be deleted ${countDays(policy.retentionDays)} after completion`],
    ['Files of other requests', `deleted ${countDays(policy.quoteRetentionDays)} after they were sent`],
  ]
}
