import { askEarly } from '../lib/early'
import { localShelf } from '../lib/storage'
import { pageParts } from './page-parts'

type Address = keyof typeof pageParts

/** What a page that cannot be shown without an answer asks for, as paths below `/api`; `segment` is the last one of its address. */
const questions: Partial<Record<Address, (segment: string) => string[]>> = {
  '/services': () => ['/services'],
  '/services/:serviceSlug': (slug) => [`/services/${slug}`, '/site'],
  '/terms-of-use': () => ['/site'],
  '/privacy-policy': () => ['/site'],
  '/revision-refund-policy': () => ['/site'],
  '/fair-use-policy': () => ['/site'],
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean)

function fits(address: string, given: string[]) {
  const wanted = segmentsOf(address)
  return (
    wanted.length === given.length &&
    wanted.every((segment, i) => segment.startsWith(':') || segment === given[i])
  )
}

/**
 * Asks for the part of an address, and for the answers that it waits for, while
 * the router is still on its way. What fails here is asked for again by the router.
 */
export function fetchEarly(pathname: string) {
  const given = segmentsOf(pathname)
  const address = (Object.keys(pageParts) as Address[]).find((path) => fits(path, given))
  if (!address) return
  pageParts[address]().catch(() => undefined)
  if (localShelf.read('token')) return
  for (const path of questions[address]?.(given.at(-1) ?? '') ?? []) askEarly(`/api${path}`)
}
