import { Suspense, use } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { effectiveDay } from '../../features/policies/effective-day'
import { page, versions } from '../../features/policies/words.en'
import { getSite, type Policy, type Site } from '../../lib/api/site'
import { PublicLoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { WhenNear } from '../../ui/loading/when-near'
import { Article, type ArticlePart } from '../../ui/text/article'
import { PrintNote } from '../../ui/text/sheet'
import { lazyPart } from '../loading/lazy-part'
import { type Loaded, settle } from '../loading/public-answers'
import { waitOnReturn } from '../loading/public-waits'
import { useHashScroll } from '../use-hash-scroll'
import { Page } from './page'

const History = lazyPart(async () => (await import('../../features/policies/policy-history')).PolicyHistory)

/** Every policy page requests the current numbers, so that the text matches what the server does. */
export async function policyLoader({ request }: LoaderFunctionArgs) {
  const site = settle(getSite(request.signal))
  await waitOnReturn(site, request)
  return { site }
}

type PolicyPage = { title: string; lead: string; parts: (site: Site) => ArticlePart[] }

/** A policy as an article, with the day on which it takes effect (docs/product.md, section 4.12). */
export function PolicyLayout(policy: PolicyPage) {
  const { site } = useLoaderData<typeof policyLoader>()
  return (
    <Page>
      <Suspense fallback={<PolicySkeleton title={policy.title} />}>
        <PolicyArticle {...policy} site={site} />
      </Suspense>
    </Page>
  )
}

function PolicySkeleton({ title }: { title: string }) {
  return (
    <div className="grid gap-8">
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      <SkeletonRows label={page.loading(title)} count={6} rowHeight={9} />
    </div>
  )
}

function PolicyArticle({ title, lead, parts, site }: PolicyPage & { site: Promise<Loaded<Site>> }) {
  const { data, failure } = use(site)
  if (failure)
    return (
      <div className="grid gap-6">
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
        <PublicLoadFailure failure={failure} title={page.failure.title} fallback={page.failure.text} />
      </div>
    )
  return (
    <>
      <Article
        title={title}
        lead={
          <>
            <p>{lead}</p>
            <p className="mt-2 text-base">
              {page.effective(effectiveDay(data.policy))} <span aria-hidden="true">·</span> {page.place}
            </p>
          </>
        }
        parts={[...parts(data), versionsPart(data.policy)]}
      />
      <PrintNote>{page.version(data.name, title, data.policy.version)}</PrintNote>
    </>
  )
}

/** The last part of every policy: which version it is, and the history of the versions. */
const versionsPart = ({ version }: Policy): ArticlePart => ({
  id: versions.id,
  title: versions.title,
  body: <Versions version={version} />,
})

function Versions({ version }: { version: string }) {
  // An order links here by a hash, before this part has loaded.
  useHashScroll()
  const waiting = <SkeletonRows label={versions.loading} count={2} rowHeight={4} />
  return (
    <>
      <p>{versions.lead(version)}</p>
      <div className="mt-3 print:hidden">
        <WhenNear placeholder={waiting}>
          <Suspense fallback={waiting}>
            <History />
          </Suspense>
        </WhenNear>
      </div>
    </>
  )
}
