import { Suspense, use } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Page } from '../../app/layouts/page'
import { type Loaded, settle } from '../../app/loading/public-answers'
import { waitOnReturn } from '../../app/loading/public-waits'
import { listServices } from '../../features/services/api'
import type { Service } from '../../features/services/model'
import { ServiceIndex } from '../../features/services/service-index'
import { list } from '../../features/services/words.en'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { PublicLoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'

export async function loader({ request }: LoaderFunctionArgs) {
  const services = settle(listServices(request.signal))
  await waitOnReturn(services, request)
  return { services }
}

/** The list of services (docs/product.md, section 4.11). */
export function Component() {
  const { services } = useLoaderData<typeof loader>()
  return (
    <Page>
      <h1 className="text-4xl sm:text-5xl">{list.title}</h1>
      <p className="mt-4 mb-10 max-w-[60ch] text-lg text-muted">{list.lead}</p>
      <Suspense fallback={<SkeletonRows label={list.loading} count={6} rowHeight={6} />}>
        <ServiceList services={services} />
      </Suspense>
    </Page>
  )
}

function ServiceList({ services }: { services: Promise<Loaded<Service[]>> }) {
  const { data, failure } = use(services)
  if (failure)
    return <PublicLoadFailure failure={failure} title={list.failure.title} fallback={list.failure.text} />
  if (data.length === 0)
    return (
      <EmptyState title={list.empty.title} action={<ButtonLink to="/">{list.empty.action}</ButtonLink>}>
        {list.empty.text}
      </EmptyState>
    )
  return <ServiceIndex services={data} />
}
