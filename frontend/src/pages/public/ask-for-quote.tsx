import { Suspense, use } from 'react'
import { lazyPart } from '../../app/loading/lazy-part'
import type { Loaded } from '../../app/loading/public-answers'
import type { Site } from '../../lib/api/site'
import { idle } from '../../lib/time/idle'
import { Skeleton } from '../../ui/loading/skeleton'
import { WhenNear } from '../../ui/loading/when-near'
import { hero } from './words.en'

// The rest of the page comes first, because on a phone the form is the heaviest part of its page.
const QuoteForm = lazyPart(async () => {
  await idle()
  return (await import('../../features/quotes/quote-form')).QuoteForm
})

type Props = {
  place: 'hero' | 'service'
  service: string
  site: Promise<Loaded<Site>>
  descriptionHint?: string
}

/** The quote form, which loads once it is near the window and the page is idle. */
export function AskForQuote(props: Props) {
  return (
    <WhenNear height={54}>
      <Suspense fallback={<Skeleton label={hero.loadingForm} height={54} />}>
        <QuoteFormOfSite {...props} />
      </Suspense>
    </WhenNear>
  )
}

function QuoteFormOfSite({ site, ...props }: Props) {
  const { data } = use(site)
  return (
    <QuoteForm
      {...props}
      settings={{ wordsPerPage: data?.policy.wordsPerPage, demoMode: data?.demoMode ?? false }}
    />
  )
}
