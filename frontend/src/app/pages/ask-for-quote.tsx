import { Suspense, use } from 'react'
import { idle } from '../../lib/idle'
import type { Site } from '../../lib/site'
import { Near } from '../../ui/near'
import { Skeleton } from '../../ui/skeleton'
import { lazyPart } from '../lazy-part'
import type { Loaded } from '../public-answers'

// What stands around the form is seen first: on a phone the form is the heaviest part of its page.
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

/** The quote form, fetched when it comes near and the page has nothing to draw. */
export function AskForQuote(props: Props) {
  return (
    <Near height={54}>
      <Suspense fallback={<Skeleton label="Loading the form" height={54} />}>
        <Ready {...props} />
      </Suspense>
    </Near>
  )
}

function Ready({ site, ...props }: Props) {
  const { data } = use(site)
  return (
    <QuoteForm
      {...props}
      facts={{ wordsPerPage: data?.policy.wordsPerPage, demoMode: data?.demoMode ?? false }}
    />
  )
}
