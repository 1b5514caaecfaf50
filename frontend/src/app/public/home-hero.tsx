import { useState } from 'react'
import type { Site } from '../../lib/api/site'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { ButtonLink } from '../../ui/buttons/button-link'
import { Tabs } from '../../ui/navigation/tabs'
import { dashboardOf } from '../guards'
import type { Loaded } from '../loading/public-answers'
import { AskForQuote } from './ask-for-quote'

const tabs = [
  {
    name: 'essays',
    label: 'Essays',
    hint: 'The question as it was set, the style of referencing, what you have so far.',
  },
  {
    name: 'papers',
    label: 'Research Papers',
    hint: 'The research question, the method you plan, and the sources you may use.',
  },
  {
    name: 'cases',
    label: 'Case Studies',
    hint: 'The case and the questions on it, and the theory that you are to apply.',
  },
] as const

const steps = [
  { title: 'Ask.', text: 'Fill in the sheet and attach the brief. You get a reference for your request.' },
  {
    title: 'Decide.',
    text: 'We read it and get back to you with a price, and the day until which it stands.',
  },
  {
    title: 'Follow.',
    text: 'Work that you hand in with an account shows its status, its due date and what comes back in one place.',
  },
]

/** The head of the front page, with its quote form (docs/product.md, section 4.10). */
export function HomeHero({ site }: { site: Promise<Loaded<Site>> }) {
  const { user } = useAtomValue(sessionAtom)
  const [kind, setKind] = useState<(typeof tabs)[number]['name']>('essays')
  const hint = tabs.find(({ name }) => name === kind)?.hint ?? ''
  return (
    <div className="hero-paper border-b border-base-300">
      <div className="hero-frame">
        <div className="hero-words">
          <h1>Put your brief on the desk.</h1>
          <p className="hero-lead">
            Say what you are writing, how long it has to be and when it is due. The desk reads it, and you
            hear what it costs. Asking is free.
          </p>
          <ol className="hero-steps">
            {steps.map(({ title, text }) => (
              <li key={title}>
                <strong className="font-serif">{title}</strong> {text}
              </li>
            ))}
          </ol>
          <p className="hero-actions">
            {user ? (
              <ButtonLink to={dashboardOf(user.role)}>Go to your dashboard</ButtonLink>
            ) : (
              <ButtonLink to="/signup">Open an account</ButtonLink>
            )}
            <ButtonLink to="/services" variant="quiet">
              See the services
            </ButtonLink>
          </p>
        </div>
        <section aria-labelledby="hero-form-title" className="hero-sheet">
          <h2 id="hero-form-title" className="text-2xl">
            Ask for a quote
          </h2>
          <Tabs label="Kind of work" tabs={[...tabs]} current={kind} onChange={setKind}>
            <div className="pt-5">
              <AskForQuote place="hero" site={site} service="" descriptionHint={hint} />
            </div>
          </Tabs>
        </section>
      </div>
    </div>
  )
}
