import { Link } from 'react-router'
import type { Site } from '../../lib/api/site'
import { countDays } from '../../lib/formats/format'
import type { ArticlePart } from '../../ui/text/article'
import { Contact } from './contact'

/** The terms of use (docs/product.md, section 4.12). */
export function termsOfUse(site: Site): ArticlePart[] {
  const { policy, name } = site
  return [
    {
      id: 'agreement',
      title: 'What you agree to',
      body: (
        <>
          <p>
            These terms are between you and the operator of this {name} site. You accept them when you ask for
            a quote, open an account or hand in an assignment. If you do not accept them, please do not use
            the site.
          </p>
          <p>
            The version in force when an assignment is made stays with that assignment: a later change of
            these terms does not reach back.
          </p>
        </>
      ),
    },
    {
      id: 'age',
      title: 'Who may use the site',
      body: (
        <p>
          You must be {policy.minimumAge} or older. If you are younger, you may use the site only under the
          supervision of a parent or guardian, who accepts these terms for you and answers for what you do
          here.
        </p>
      ),
    },
    {
      id: 'quotes',
      title: 'Quotes and orders',
      body: (
        <>
          <p>
            Asking for a quote is free and binds nobody. We read what you send, and answer with a price and
            the date until which it stands. An order begins when you accept that quote.
          </p>
          <p>
            Say what is needed as exactly as you can: the task as it was set, the length, the referencing
            style and the deadline. One page counts as {policy.wordsPerPage} words.
          </p>
        </>
      ),
    },
    {
      id: 'writers',
      title: 'You deal with the desk, not with writers',
      body: (
        <p>
          There is no direct chat between students and writers. Questions and answers go through the desk, so
          that both sides have one record of what was agreed, and nobody has to give out private contact
          details.
        </p>
      ),
    },
    {
      id: 'originality',
      title: 'Originality and use',
      body: (
        <p>
          Work is written for your brief and is not sold twice. Sources are named. How you may use what you
          receive is told in the <Link to="/fair-use-policy">fair use policy</Link>; the rules of your school
          or university come first.
        </p>
      ),
    },
    {
      id: 'account',
      title: 'Your account',
      body: (
        <p>
          Keep your password to yourself, and keep your e-mail address current: it is how we reach you. We may
          close an account that breaks these terms. You may delete yours at any time in your profile.
        </p>
      ),
    },
    {
      id: 'revisions-refunds',
      title: 'Revisions, refunds and disputes',
      body: (
        <p>
          Revisions are free within {countDays(policy.revisionDays)} of delivery, and a refund can be asked
          for within {countDays(policy.refundRequestDays)}. The{' '}
          <Link to="/revision-refund-policy">revision and refund policy</Link> tells when and how.
        </p>
      ),
    },
    {
      id: 'liability',
      title: 'Liability',
      body: (
        <>
          <p>
            Our liability for an order, on whatever ground, is limited to the amount paid for it. We are not
            liable for marks, admissions or decisions of a school or university, and promise none.
          </p>
          <p>
            Nothing here takes away rights that the Australian Consumer Law or another law gives you and that
            cannot be excluded.
          </p>
        </>
      ),
    },
    {
      id: 'law',
      title: 'Law and jurisdiction',
      body: (
        <p>
          The law of New South Wales (NSW), Australia, governs these terms, and its courts decide disputes
          that we cannot settle between us.
        </p>
      ),
    },
    { id: 'contact', title: 'Questions', body: <Contact site={site} /> },
  ]
}
