import { type ReactNode, Suspense, use } from 'react'
import type { Expert } from '../../features/experts/types'
import type { Site } from '../../lib/api/site'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { WhenNear } from '../../ui/loading/when-near'
import { lazyPart } from '../loading/lazy-part'
import type { Loaded } from '../loading/public-answers'

const Experts = lazyPart(async () => (await import('./home-experts')).default)
const Faq = lazyPart(async () => (await import('../../features/home/faq')).Faq)
const About = lazyPart(async () => (await import('../../features/home/about')).About)

/**
 * The sections below the hero, fetched when they come near, or at once where an
 * address names one of them (docs/product.md, section 4.10).
 */
export function HomeSections({
  site,
  experts,
  now,
}: {
  site: Promise<Loaded<Site>>
  experts: Promise<Loaded<Expert[]>>
  now: boolean
}) {
  return (
    <div className="page grid gap-20">
      <Section id="top-writers" title="Experts" intro="The people who do the work, and how it was rated.">
        <LazySection label="Loading experts" height={12} now={now}>
          <Experts experts={experts} />
        </LazySection>
      </Section>
      <Section id="faq-section" title="FAQ" intro="What people ask before they ask for a quote.">
        <LazySection label="Loading questions" height={36} now={now}>
          <FaqWithNumbers site={site} />
        </LazySection>
      </Section>
      <Section id="features-section" title="About us" intro="What this desk does, and what it does not.">
        <LazySection label="Loading what we do" height={36} now={now}>
          <About />
        </LazySection>
      </Section>
    </div>
  )
}

function FaqWithNumbers({ site }: { site: Promise<Loaded<Site>> }) {
  return <Faq policy={use(site).data?.policy} />
}

function Section({
  id,
  title,
  intro,
  children,
}: {
  id: string
  title: string
  intro: string
  children: ReactNode
}) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="home-section">
      <div>
        <h2 id={`${id}-title`} className="text-3xl">
          {title}
        </h2>
        <p className="mt-2 max-w-[30ch] text-muted">{intro}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

function LazySection({
  label,
  height,
  now,
  children,
}: {
  label: string
  height: number
  now: boolean
  children: ReactNode
}) {
  return (
    <WhenNear height={height} now={now}>
      <Suspense fallback={<SkeletonRows label={label} count={Math.round(height / 6)} rowHeight={6} />}>
        {children}
      </Suspense>
    </WhenNear>
  )
}
