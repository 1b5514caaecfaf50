import { askEarly } from '../lib/early'
import { localShelf } from '../lib/storage'

/** What a page that cannot be shown without an answer asks for, as paths below `/api`; a star stands for the name of a service. */
const questions: Record<string, string[]> = {
  '/services': ['/services'],
  '/services/*': ['/services/*', '/site'],
  '/terms-of-use': ['/site'],
  '/privacy-policy': ['/site'],
  '/revision-refund-policy': ['/site'],
  '/fair-use-policy': ['/site'],
}

/**
 * Asks for the answers that an address waits for while the libraries are still
 * on their way. What fails here is asked for again by its page.
 */
export function fetchEarly(pathname: string) {
  if (localShelf.read('token')) return
  const address = pathname.replace(/\/+$/, '')
  const service = /^\/services\/([^/]+)$/.exec(address)?.[1]
  const asked = questions[service ? '/services/*' : address] ?? []
  for (const path of asked) askEarly(`/api${path.replace('*', () => service ?? '')}`)
}
