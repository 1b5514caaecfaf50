import { Link } from 'react-router'
import type { Site } from '../../lib/api/site'
import { countDays } from '../../lib/formats/words.en'
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
            These terms are between you and the operator of this {name} site. You accept them when you request
            a quote, create an account or upload an assignment. If you do not accept them, please do not use
            the site.
          </p>
          <p>
            Each assignment keeps the version of these terms that it began with. Later changes do not apply to
            it.
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
          supervision of a parent or guardian, who accepts these terms for you and is responsible for what you
          do here.
        </p>
      ),
    },
    {
      id: 'quotes',
      title: 'Quotes and orders',
      body: (
        <>
          <p>
            A quote request is free and binds nobody. We read what you send and reply with a price and how
            long it is valid. An order begins when you accept that quote, or when you hand in an assignment
            yourself.
          </p>
          <p>
            Tell us what you need as exactly as you can: the task as it was set, the length, the referencing
            style and the deadline. One page counts as {policy.wordsPerPage} words.
          </p>
        </>
      ),
    },
    {
      id: 'writers',
      title: 'You deal with our team, not with writers',
      body: (
        <p>
          Writers are the tutors who do the work; the front page lists some of them as experts. There is no
          direct chat between students and writers. Questions and answers go through our team, so that both
          sides have one record of what was agreed and nobody has to give out private contact details.
        </p>
      ),
    },
    {
      id: 'originality',
      title: 'Originality and use',
      body: (
        <p>
          We write each piece of work for your brief, name its sources, and do not sell it again. The{' '}
          <Link to="/fair-use-policy">fair use policy</Link> explains how you may use it; the rules of your
          school or university come first.
        </p>
      ),
    },
    {
      id: 'account',
      title: 'Your account',
      body: (
        <p>
          Keep your password private and your email address up to date: it is how we reach you. We may close
          an account that breaks these terms. Once no order of yours is open and no money is owed, you may
          delete yours in the settings of your profile.
        </p>
      ),
    },
    {
      id: 'revisions-refunds',
      title: 'Revisions, refunds and disputes',
      body: (
        <p>
          Revisions are free within {countDays(policy.revisionDays)} of delivery, and you can request a refund
          within {countDays(policy.refundRequestDays)}. The{' '}
          <Link to="/revision-refund-policy">revision and refund policy</Link> explains when and how.
        </p>
      ),
    },
    {
      id: 'liability',
      title: 'Liability',
      body: (
        <>
          <p>
            Our liability for an order, for whatever reason, is limited to the amount paid for it. We do not
            promise any grade, admission or other decision by a school or university, and we are not liable
            for such decisions.
          </p>
          <p>
            Nothing here limits any right under the Australian Consumer Law, or any other law, that cannot be
            excluded.
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
