import { Link } from 'react-router'
import type { Site } from '../../lib/api/site'
import type { ArticlePart } from '../../ui/text/article'
import { Contact } from './contact'

/** The fair use policy (docs/product.md, section 4.12). */
export function fairUsePolicy(site: Site): ArticlePart[] {
  const { policy } = site
  return [
    {
      id: 'purpose',
      title: 'What our help is for',
      body: (
        <p>
          What we deliver is meant to help you learn and write: an explanation, a model answer, a review of
          your draft, a reading list or a check of your references.
        </p>
      ),
    },
    {
      id: 'not',
      title: 'What it is not for',
      body: (
        <>
          <p>You may not use this site to</p>
          <ul>
            <li>submit someone else’s work as your own where your institution forbids it;</li>
            <li>have someone take an examination or a test for you, or impersonate you in any other way;</li>
            <li>invent data, sources or results;</li>
            <li>resell or publish what we deliver without the right to do so.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'law',
      title: 'Academic integrity and the law',
      body: (
        <p>
          In Australia it is unlawful to provide or advertise academic cheating services to higher education
          students (Tertiary Education Quality and Standards Agency Act 2011); other countries have similar
          laws. We refuse requests that would break such a law, and ticking a box does not change that.
        </p>
      ),
    },
    {
      id: 'institution',
      title: 'Your institution’s rules come first',
      body: (
        <p>
          Schools and universities decide what help is allowed and how you must acknowledge it. Read their
          rules before you order. If you are not sure, ask your teacher.
        </p>
      ),
    },
    {
      id: 'originality',
      title: 'Originality',
      body: (
        <p>
          We write each piece of work for your brief, name its sources, and do not sell it again. A similarity
          report shows where a text matches others. It is a tool for good referencing, not a promise about
          what any checker will say.
        </p>
      ),
    },
    {
      id: 'conduct',
      title: 'Dealing with people',
      body: (
        <p>
          Treat our team the way you would like to be treated. There is no direct chat with writers; please do
          not look for ways around that, or ask writers for private contact details. You must be{' '}
          {policy.minimumAge} or older, or supervised by a parent or guardian.
        </p>
      ),
    },
    {
      id: 'consequences',
      title: 'If you break this policy',
      body: (
        <p>
          We may refuse or end an order, or close an account, that breaks this policy. Our liability is
          limited to the amount paid, as set out in the <Link to="/terms-of-use">terms of use</Link>. The law
          of New South Wales (NSW), Australia, applies.
        </p>
      ),
    },
    { id: 'contact', title: 'Questions', body: <Contact site={site} /> },
  ]
}
