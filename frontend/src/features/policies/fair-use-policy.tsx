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
      title: 'What the help is for',
      body: (
        <p>
          What you receive here is meant to help you learn and write: as an explanation, a model answer, a
          review of your draft, a reading list or a check of your references.
        </p>
      ),
    },
    {
      id: 'not',
      title: 'What it is not for',
      body: (
        <>
          <p>You may not use the site to</p>
          <ul>
            <li>hand in somebody else’s work as your own where your institution forbids it;</li>
            <li>have an examination or a test taken for you, or be impersonated in any other way;</li>
            <li>invent data, sources or results;</li>
            <li>resell or publish what you receive without the right to do so.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'law',
      title: 'Academic integrity and the law',
      body: (
        <p>
          In Australia it is unlawful to provide or to advertise academic cheating services to students of
          higher education (Tertiary Education Quality and Standards Agency Act 2011); other countries have
          laws like it. We refuse requests that would break such a law, and no box that is ticked changes
          that.
        </p>
      ),
    },
    {
      id: 'institution',
      title: 'Your institution’s rules come first',
      body: (
        <p>
          Schools and universities decide what help is allowed and how it must be named. Read their rules
          before you order. If you are not sure, ask your teacher.
        </p>
      ),
    },
    {
      id: 'originality',
      title: 'Originality',
      body: (
        <p>
          Work is written for your brief, with its sources named, and is not sold again. A similarity report
          shows where a text matches others; it is a tool for referencing well, and no promise about what any
          checker will say.
        </p>
      ),
    },
    {
      id: 'conduct',
      title: 'Dealing with people',
      body: (
        <p>
          Speak with the desk as you would be spoken to. There is no direct chat with writers; please do not
          look for ways around that, or ask writers for private contact details. You must be{' '}
          {policy.minimumAge} or older, or supervised by a parent or guardian.
        </p>
      ),
    },
    {
      id: 'consequences',
      title: 'What happens otherwise',
      body: (
        <p>
          We may refuse or end an order, and close an account, that breaks this policy. Our liability is
          limited to the amount paid, as the <Link to="/terms-of-use">terms of use</Link> say. The law of New
          South Wales (NSW), Australia, applies.
        </p>
      ),
    },
    { id: 'contact', title: 'Questions', body: <Contact site={site} /> },
  ]
}
