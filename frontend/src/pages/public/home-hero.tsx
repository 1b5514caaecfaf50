import { useState } from 'react'
import { dashboardOf } from '../../app/guards'
import type { Loaded } from '../../app/loading/public-answers'
import type { Site } from '../../lib/api/site'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { ButtonLink } from '../../ui/buttons/button-link'
import { Tabs } from '../../ui/navigation/tabs'
import { AskForQuote } from './ask-for-quote'
import { hero, workTypes } from './words.en'

/**
 * The top of the front page, with its quote form (docs/product.md, section 4.10). On wide screens its
 * words stand on ruled lines 2.25rem apart, so every height there is a multiple of that.
 */
export function HomeHero({ site }: { site: Promise<Loaded<Site>> }) {
  const [type, setType] = useState('essays')
  const hint = workTypes.tabs.find(({ name }) => name === type)?.hint ?? ''
  return (
    <div className="animate-hero border-b border-base-300 bg-hero motion-reduce:animate-none lg:bg-hero-ruled lg:bg-size-[100%_calc(100%+2.25rem),100%_100%] lg:bg-position-[0_-0.5rem,0_0]">
      <div className="mx-auto grid max-w-[76rem] gap-x-16 gap-y-10 px-4 pt-10 pb-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,33rem)] lg:px-8 lg:py-18">
        <HeroWords />
        <section
          id="quote"
          tabIndex={-1}
          aria-labelledby="hero-form-title"
          className="min-w-0 scroll-mt-4 outline-none self-start rounded-(--radius-box) border border-base-300 bg-base-100 px-4 pt-5 pb-6 max-[22.5rem]:px-3 sm:px-7 sm:pt-6 sm:pb-7"
        >
          <h2 id="hero-form-title" className="text-2xl">
            {hero.form}
          </h2>
          <Tabs label={workTypes.label} tabs={workTypes.tabs} current={type} onChange={setType}>
            <div className="pt-5">
              <AskForQuote place="hero" site={site} service="" descriptionHint={hint} />
            </div>
          </Tabs>
        </section>
      </div>
    </div>
  )
}

function HeroWords() {
  const { user } = useAtomValue(sessionAtom)
  return (
    <div className="border-l-2 border-secondary pl-5 lg:pl-10">
      <h1 className="text-[2.5rem]/[1.15] lg:text-6xl/18">{hero.title}</h1>
      <p className="mt-5 max-w-[48ch] text-[1.25rem] lg:mt-9 lg:leading-9">{hero.lead}</p>
      <ol className="mt-6 max-w-[52ch] lg:mt-9 lg:leading-9">
        {hero.steps.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[2rem_1fr]">
            <span
              aria-hidden="true"
              className="row-span-2 font-serif font-semibold text-secondary lining-nums"
            >
              {index + 1}
            </span>
            <strong className="font-serif">{title}</strong> {text}
          </li>
        ))}
      </ol>
      <p className="mt-6 flex flex-wrap gap-3 lg:mt-9 lg:leading-9">
        {user ? (
          <ButtonLink to={dashboardOf(user.role)}>{hero.dashboard}</ButtonLink>
        ) : (
          <ButtonLink to="/signup">{hero.createAccount}</ButtonLink>
        )}
        <ButtonLink to="/services" variant="quiet">
          {hero.services}
        </ButtonLink>
      </p>
    </div>
  )
}
