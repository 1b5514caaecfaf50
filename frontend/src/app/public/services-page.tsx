import { Suspense, use } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listServices } from '../../features/services/api'
import { ServiceIndex } from '../../features/services/service-index'
import type { Service } from '../../features/services/types'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { PublicLoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { type Loaded, settle } from '../loading/public-answers'
import { waitOnReturn } from '../loading/public-waits'

export async function loader({ request }: LoaderFunctionArgs) {
  const services = settle(listServices(request.signal))
  await waitOnReturn(services, request)
  return { services }
}

/** What is offered (docs/product.md, section 4.11). */
export function Component() {
  const { services } = useLoaderData<typeof loader>()
  return (
    <div className="page">
      <h1 className="text-4xl sm:text-5xl">Services</h1>
      <p className="mt-4 mb-10 max-w-[60ch] text-lg text-muted">
        Choose what comes nearest to your work and ask for a quote. If nothing fits, describe it all the same:
        the brief decides, not the heading.
      </p>
      <Suspense fallback={<SkeletonRows label="Loading services" count={6} rowHeight={6} />}>
        <ServiceList services={services} />
      </Suspense>
    </div>
  )
}

function ServiceList({ services }: { services: Promise<Loaded<Service[]>> }) {
  const { data, failure } = use(services)
  if (failure)
    return (
      <PublicLoadFailure
        failure={failure}
        title="The services could not be listed"
        fallback="Please try again."
      />
    )
  if (data.length === 0)
    return (
      <EmptyState title="Nothing is offered at present" action={<ButtonLink to="/">Front page</ButtonLink>}>
        The desk has switched its services off.
      </EmptyState>
    )
  return <ServiceIndex services={data} />
}
