import { Link } from 'react-router'
import type { Site } from '../../lib/api/site'
import { countDays } from '../../lib/formats/words.en'
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
            With a quote request: your email address, phone number and its country, subject, description,
            deadline with your time zone, number of pages, and the files you attach.
          </li>
          <li>
            With an account: your name, email address and role, and what you choose to add to your profile. We
            keep a hash of your password, never the password itself.
          </li>
          <li>With an assignment: its text and file, its dates, its status, and the grade and feedback.</li>
          <li>A record of what happened to your account and assignments, and when.</li>
        </ul>
      ),
    },
    {
      id: 'used',
      title: 'What we use it for',
      body: (
        <p>
          To read and answer your request, to do the work you ordered, and to keep the site safe. We do not
          sell personal information, and we do not use your files to advertise.
        </p>
      ),
    },
    {
      id: 'seen',
      title: 'Who sees it',
      body: (
        <>
          <p>
            Our team sees quote requests and assignments. Writers see the briefs that are open to all of them,
            without files and names, and the assignments assigned to them, with the files and the student’s
            first name. They see no last names, email addresses or phone numbers. There is no direct chat with
            writers.
          </p>
          <p>
            We pass information on only where the law requires it. Files open through links that are made for
            one reader and expire within minutes.
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
            We may delete the files of an order {countDays(policy.retentionDays)} after it is completed. Keep
            your own copy of anything you will need later. Files of a quote request that does not become an
            order are deleted {countDays(policy.quoteRetentionDays)} after it was sent.
          </p>
          <p>
            We delete emails that we sent you from our records after 90 days, and those that could not be
            delivered after a year. Notices stay for 180 days, or a year if you have not read them. We
            remember the kind of browser and device that you log in from for a year after you last used it,
            and the newest one for longer.
          </p>
          <p>
            You may delete an assignment that nobody has paid for or delivered, and your whole account once no
            order is open and no money is owed. Files and texts are then deleted for everyone. Amounts and
            references of settled orders stay.
          </p>
        </>
      ),
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      body: (
        <p>
          Your browser keeps your session, your choice of light or dark mode, and unsent forms, so that the
          site works. Logging out deletes the session and the forms. Your browser also keeps how long the last{' '}
          {KEPT_METRICS} things took to load, without recording who waited for them. After you log in, a
          cookie lets us recognise your browser for a year, even after you log out, so that nobody can lock
          you out by guessing your password. We use it for nothing else.
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
          guardian. If a child has given us information without supervision, tell us and we will delete it.
        </p>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: (
        <p>
          You may ask what we keep about you, have it corrected, and have it deleted. This policy is subject
          to the Australian Privacy Act 1988 and, like our <Link to="/terms-of-use">terms</Link>, to the law
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
      This site uses no analytics service. What your browser measures stays there, and nothing about your
      visit is sent to anyone else.
    </p>
  )
}

function Measured() {
  return (
    <>
      <p>
        On its public pages this site loads Google Analytics. We tell Google which kind of page you are on and
        how long things took, and Google learns what your browser tells every site: its network address, type
        and language. Google sets cookies to recognise your browser. We send no name, no address, nothing you
        type, and nothing about which assignment you look at.
      </p>
      <p>
        We do not load it on pages where you type a password, while you are logged in, or if your browser asks
        not to be tracked (Do Not Track, Global Privacy Control). It stops when you move from a public page to
        one of those.
      </p>
    </>
  )
}
