import { Link } from 'react-router'
import type { Site } from '../../lib/api/site'
import { countDays } from '../../lib/formats/format'
import { KEPT_METRICS } from '../../lib/measuring/metrics'
import type { ArticlePart } from '../../ui/text/article'
import { Contact } from './contact'

/** The privacy policy (docs/product.md, section 4.12). */
export function privacyPolicy(site: Site): ArticlePart[] {
  const { policy } = site
  return [
    {
      id: 'kept',
      title: 'What we keep',
      body: (
        <ul>
          <li>
            With a quote request: your e-mail address, phone number and its country, subject, description,
            deadline with your time zone, number of pages, and the files that you attach.
          </li>
          <li>
            With an account: your name, e-mail address and role, and what you choose to add to your profile.
            Of your password we keep a hash, never the password.
          </li>
          <li>With an assignment: its texts and file, its dates, its status, and the grade and feedback.</li>
          <li>What happened to your account and your assignments, and when.</li>
        </ul>
      ),
    },
    {
      id: 'used',
      title: 'What we use it for',
      body: (
        <p>
          To read your request, to answer it, to do the work that you ordered, and to keep the site safe. We
          do not sell personal information and do not use your files to advertise.
        </p>
      ),
    },
    {
      id: 'seen',
      title: 'Who sees it',
      body: (
        <>
          <p>
            The desk sees quote requests and assignments. A writer sees the assignment that was given to them,
            with its file and the name and address of the account it belongs to, but no quote requests and no
            phone numbers. There is no direct chat with writers.
          </p>
          <p>
            We pass information on only where a law obliges us. Files open through links that are made for one
            reader and expire after minutes.
          </p>
        </>
      ),
    },
    {
      id: 'time',
      title: 'How long we keep it',
      body: (
        <>
          <p>
            The files of an order may be deleted {countDays(policy.retentionDays)} after it is completed. Keep
            your own copy of what you will need later.
          </p>
          <p>
            You may delete an assignment, or your whole account, at any time; its files and texts are then
            deleted for everyone.
          </p>
        </>
      ),
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      body: (
        <p>
          Your session, your choice of light or dark mode, and half-written forms are kept in your own
          browser, so that the site works. Logging out forgets the session and the forms. The browser also
          keeps how long the last {KEPT_METRICS} things took to load, without saying who waited for them.
        </p>
      ),
    },
    {
      id: 'measured',
      title: 'What is measured',
      body: site.analyticsId ? <Measured /> : <NotMeasured />,
    },
    {
      id: 'children',
      title: 'Young people',
      body: (
        <p>
          The site is for people who are {policy.minimumAge} or older, or who are supervised by a parent or
          guardian. If a child has given us information without supervision, tell us and we delete it.
        </p>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: (
        <p>
          You may ask what we keep of you, have it corrected, and have it deleted. This policy stands under
          the Privacy Act 1988 of Australia and, like our <Link to="/terms-of-use">terms</Link>, under the law
          of New South Wales (NSW).
        </p>
      ),
    },
    { id: 'contact', title: 'Questions', body: <Contact site={site} /> },
  ]
}

function NotMeasured() {
  return (
    <p>
      This site uses no analytics service. What your browser measures stays in it, and nothing about your
      visit is sent to anybody else.
    </p>
  )
}

function Measured() {
  return (
    <>
      <p>
        On its public pages this site loads Google Analytics. Google is told which kind of page you see and
        how long things took, and learns what your browser tells every site: its network address, its kind and
        its language. It sets cookies, by which it knows your browser again. We tell it no name, no address,
        nothing that you type, and not which assignment you look at.
      </p>
      <p>
        It is not loaded with the pages where you type a password, in a browser in which you are signed in, or
        where your browser asks not to be followed (Do Not Track, Global Privacy Control). It ends where you
        go on from a public page to one of those.
      </p>
    </>
  )
}
