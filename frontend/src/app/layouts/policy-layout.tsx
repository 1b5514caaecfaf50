import { Suspense, use } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getSite, type Policy, type Site } from '../../lib/api/site'
import { locale } from '../../lib/formats/locale'
import { PublicLoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Article, type ArticlePart } from '../../ui/text/article'
import { PrintNote } from '../../ui/text/print-note'
import { type Loaded, settle } from '../loading/public-answers'
import { waitOnReturn } from '../loading/public-waits'

/** Every policy page asks for the numbers that are in force, so that page and behaviour cannot disagree. */
export async function policyLoader({ request }: LoaderFunctionArgs) {
  const site = settle(getSite(request.signal))
  await waitOnReturn(site, request)
  return { site }
}

/** A policy as an article, with the day from which it counts (docs/product.md, section 4.12). */
export function PolicyLayout(page: { title: string; lead: string; parts: (site: Site) => ArticlePart[] }) {
  const { site } = useLoaderData<typeof policyLoader>()
  return (
    <Suspense fallback={<PolicySkeleton title={page.title} />}>
      <PolicyArticle {...page} site={site} />
    </Suspense>
  )
}

function PolicySkeleton({ title }: { title: string }) {
  return (
    <div className="page grid gap-8">
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      <SkeletonRows label={`Loading ${title}`} count={6} rowHeight={9} />
    </div>
  )
}

function PolicyArticle({
  title,
  lead,
  parts,
  site,
}: {
  title: string
  lead: string
  parts: (site: Site) => ArticlePart[]
  site: Promise<Loaded<Site>>
}) {
  const { data, failure } = use(site)
  if (failure)
    return (
      <div className="page grid gap-6">
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
        <PublicLoadFailure
          failure={failure}
          title="This policy could not be loaded"
          fallback="Please try again."
        />
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
              Effective {effectiveDay(data.policy)} <span aria-hidden="true">·</span> New South Wales,
              Australia
            </p>
          </>
        }
        parts={parts(data)}
      />
      <PrintNote>
        {data.name}, {title}, version {data.policy.version}.
      </PrintNote>
    </>
  )
}

/** The day from which a policy applies, in the time zone of its jurisdiction: "July 1, 2024". */
function effectiveDay({ effectiveFrom }: Policy): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Australia/Sydney' }).format(
    new Date(effectiveFrom),
  )
}
