import { type ReactNode, Suspense, use } from 'react'
import { Page } from '../../app/layouts/page'
import { lazyPart } from '../../app/loading/lazy-part'
import type { Loaded } from '../../app/loading/public-answers'
import type { Expert } from '../../features/experts/model'
import type { Site } from '../../lib/api/site'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { WhenNear } from '../../ui/loading/when-near'
import { TitledSection } from '../../ui/text/titled-section'
import { sections } from './words.en'

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
    <Page>
      <div className="grid gap-20">
        <LazySection id="top-writers" words={sections.experts} height={12} now={now}>
          <Experts experts={experts} />
        </LazySection>
        <LazySection id="faq-section" words={sections.faq} height={36} now={now}>
          <FaqWithNumbers site={site} />
        </LazySection>
        <LazySection id="features-section" words={sections.about} height={36} now={now}>
          <About />
        </LazySection>
      </div>
    </Page>
  )
}

function FaqWithNumbers({ site }: { site: Promise<Loaded<Site>> }) {
  return <Faq policy={use(site).data?.policy} />
}

function LazySection({
  id,
  words: { title, intro, loading },
  height,
  now,
  children,
}: {
  id: string
  words: { title: string; intro: string; loading: string }
  /** How tall its content is likely to be, in rem. */
  height: number
  now: boolean
  children: ReactNode
}) {
  return (
    <TitledSection id={id} title={title} intro={intro}>
      <WhenNear height={height} now={now}>
        <Suspense fallback={<SkeletonRows label={loading} count={Math.round(height / 6)} rowHeight={6} />}>
          {children}
        </Suspense>
      </WhenNear>
    </TitledSection>
  )
}
