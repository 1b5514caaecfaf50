import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useLocation, useSearchParams } from 'react-router'
import { settle } from '../../app/loading/public-answers'
import { useHashScroll } from '../../app/use-hash-scroll'
import { listExperts } from '../../features/experts/api'
import { getSite } from '../../lib/api/site'
import { idle } from '../../lib/time/idle'
import { Alert } from '../../ui/feedback/alert'
import { ScrollToTop } from '../../ui/navigation/scroll-to-top'
import { HomeHero } from './home-hero'
import { HomeSections } from './home-sections'
import { banner } from './words.en'

// The top of the page needs neither, so both are requested after it has been drawn.
export const loader = ({ request }: LoaderFunctionArgs) => ({
  site: settle(idle().then(() => getSite(request.signal))),
  experts: settle(idle().then(() => listExperts(request.signal))),
})

/** The front page (docs/product.md, section 4.10). */
export function Component() {
  const { site, experts } = useLoaderData<typeof loader>()
  const { hash } = useLocation()
  useHashScroll()
  return (
    <>
      <SuccessBanner />
      <HomeHero site={site} />
      <HomeSections site={site} experts={experts} now={hash !== ''} />
      <ScrollToTop />
    </>
  )
}

/** How long the banner stays, in milliseconds (docs/product.md, section 5.2). */
const BANNER = 5000

function SuccessBanner() {
  const [query] = useSearchParams()
  const success = query.get('success') === 'true'
  const [shown, setShown] = useState(success)

  useEffect(() => {
    setShown(success)
    if (!success) return
    const timer = setTimeout(() => setShown(false), BANNER)
    return () => clearTimeout(timer)
  }, [success])

  if (!shown) return null
  return (
    <div className="mx-auto max-w-[76rem] px-4 py-3 md:px-8">
      <Alert tone="success" title={banner} />
    </div>
  )
}
