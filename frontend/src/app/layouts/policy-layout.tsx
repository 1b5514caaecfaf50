import { Suspense, use } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { effectiveDay } from '../../features/policies/words'
import { getSite, type Site } from '../../lib/site'
import { Article, type ArticlePart } from '../../ui/article'
import { PrintNote } from '../../ui/print-note'
import { SkeletonRows } from '../../ui/skeleton'
import { type Loaded, settle } from '../public-answers'
import { PublicFailure } from '../public-failure'
import { onReturn } from '../public-waits'

/** Every policy page asks for the numbers that are in force, so that page and behaviour cannot disagree. */
export async function policyLoader({ request }: LoaderFunctionArgs) {
  const site = settle(getSite(request.signal))
  await onReturn(site, request)
  return { site }
}

/** A policy as an article, with the day from which it counts (docs/product.md, section 4.12). */
export function PolicyLayout(page: { title: string; lead: string; parts: (site: Site) => ArticlePart[] }) {
  const { site } = useLoaderData<typeof policyLoader>()
  return (
    <Suspense fallback={<Waiting title={page.title} />}>
      <Shown {...page} site={site} />
    </Suspense>
  )
}

function Waiting({ title }: { title: string }) {
  return (
    <div className="page grid gap-8">
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      <SkeletonRows label={`Loading ${title}`} count={6} rowHeight={9} />
    </div>
  )
}

function Shown({
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
        <PublicFailure
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
