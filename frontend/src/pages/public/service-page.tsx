import { Suspense, use } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { NotFound } from '../../app/failures/not-found'
import { type PageHead, pageOf, usePageHead } from '../../app/heads/page-head'
import { Page } from '../../app/layouts/page'
import { type Loaded, settle } from '../../app/loading/public-answers'
import { waitBriefly, waitOnReturn } from '../../app/loading/public-waits'
import { useHashScroll } from '../../app/use-hash-scroll'
import { getService } from '../../features/services/api'
import type { Service } from '../../features/services/model'
import { ServiceArticle, serviceTitle, summary } from '../../features/services/service-article'
import { page } from '../../features/services/words.en'
import { getSite, type Site } from '../../lib/api/site'
import { PublicLoadFailure } from '../../ui/feedback/load-failure'
import { Skeleton } from '../../ui/loading/skeleton'
import { AskForQuote } from './ask-for-quote'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const slug = params.serviceSlug ?? ''
  const service = settle(getService(slug, request.signal))
  const site = settle(getSite(request.signal))
  await waitBriefly(service)
  await waitOnReturn(service, request)
  return { slug, service, site }
}

/** The page of one service: what it is, and the form that requests it (docs/product.md, section 4.11). */
export function Component() {
  const { slug, service, site } = useLoaderData<typeof loader>()
  return (
    <Page>
      <Suspense key={slug} fallback={<Skeleton label={page.loading} height={60} />}>
        <ServiceDetails slug={slug} service={service} site={site} />
      </Suspense>
    </Page>
  )
}

/** The head that the server would send for the page of a service, for visitors who come from another page. */
function headOf({ slug, name, title, subtitle, description }: Service): PageHead {
  return {
    title: serviceTitle(name, title),
    description: summary(description) || summary(subtitle),
    path: `/services/${slug}`,
  }
}

function ServiceDetails({
  slug,
  service,
  site,
}: {
  slug: string
  service: Promise<Loaded<Service>>
  site: Promise<Loaded<Site>>
}) {
  const { data, failure } = use(service)
  useHashScroll()
  usePageHead(data ? headOf(data) : failure?.status === 404 ? { title: pageOf('*').title } : undefined)
  if (failure?.status === 404) return <NotFound />
  if (failure)
    return (
      <>
        <h1 className="mb-6 text-4xl">{page.title}</h1>
        <PublicLoadFailure failure={failure} title={page.failure.title} fallback={page.failure.text} />
      </>
    )
  return (
    <ServiceArticle service={data}>
      <AskForQuote key={slug} place="service" service={slug} site={site} />
    </ServiceArticle>
  )
}
