// The About us section of the front page. The questions and answers are in hooks/web/questions.json.
import { siteName } from '../../lib/api/site'

export const introduction = `${siteName} connects people with written work to do with people who know the subject: custom assignments, essays, reports, dissertations, literature reviews and references. You request a quote, follow the work on your dashboard, and see the same dates as we do.`

export const features = [
  {
    title: 'A price up front',
    text: 'A person reads every request and replies with a quote for that brief. No calculator guesses the price.',
  },
  {
    title: 'Deadlines in your time zone',
    text: 'You give the date and time on your own clock. We see the same moment on ours.',
  },
  {
    title: 'Private files',
    text: 'Your attachments open through links that are made for one reader and then expire. You get back exactly what was uploaded, byte for byte.',
  },
  {
    title: 'Clear time limits',
    text: 'Revisions, refunds and disputes have fixed time limits. The answers above and the policy pages use the same numbers.',
  },
  {
    title: 'One point of contact',
    text: 'Questions go through our team, so everything that was agreed is written down once, where both sides can find it.',
  },
]

export const fairUse = {
  title: 'No false promises',
  text: 'We never promise a grade. What our help is for is explained in the ',
  link: 'fair use policy',
}
