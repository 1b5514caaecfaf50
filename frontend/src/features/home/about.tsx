import { Link } from 'react-router'
import { siteName } from '../../lib/api/site'

const features = [
  {
    title: 'A price before anything else',
    text: 'Every request is read by a person and answered with a quote for that brief. There is no calculator that guesses.',
  },
  {
    title: 'Deadlines where you are',
    text: 'You give the date and time on your own clock. The desk sees the same moment on its own.',
  },
  {
    title: 'Files for their readers alone',
    text: 'What you attach opens through links that are made for one reader and expire. It comes back byte for byte.',
  },
  {
    title: 'Windows that both sides can count',
    text: 'Revisions, refunds and disputes have fixed days. The policy pages and the program read the same numbers.',
  },
  {
    title: 'One desk to speak with',
    text: 'Questions go through the desk, so that what was agreed is written down once, where both sides find it.',
  },
]

/** What the desk stands for (docs/product.md, section 4.10). */
export function About() {
  return (
    <>
      <p className="max-w-[62ch] text-lg">
        {siteName} is a desk between people who have written work to do and people who know the subject:
        custom assignments, essays, reports, dissertations, reviews of literature, references. Visitors ask
        for a quote, students follow their work on a dashboard, and both sides read the same dates.
      </p>
      <dl className="about-list">
        {features.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-serif text-xl font-semibold">{title}</dt>
            <dd className="mt-1 max-w-[48ch]">{text}</dd>
          </div>
        ))}
        <div>
          <dt className="font-serif text-xl font-semibold">No promises that nobody can keep</dt>
          <dd className="mt-1 max-w-[48ch]">
            We promise no mark. What the help is for stands in the{' '}
            <Link to="/fair-use-policy">fair use policy</Link>.
          </dd>
        </div>
      </dl>
    </>
  )
}
