import { browserStorage } from '../storage/storage'

/** The calls that a page needs before it can be shown, as paths below `/api`. A star stands for the slug of a service. */
const pathsOfPages: Record<string, string[]> = {
  '/services': ['/services'],
  '/services/*': ['/services/*', '/site'],
  '/terms-of-use': ['/site'],
  '/privacy-policy': ['/site'],
  '/revision-refund-policy': ['/site'],
  '/fair-use-policy': ['/site'],
}

const earlyAnswers = new Map<string, Promise<Response>>()

/**
 * Requests what the page at an address needs, as a visitor, while the scripts
 * are still loading. If a request fails, the page repeats it.
 */
export function fetchEarly(pathname: string) {
  if (browserStorage.read('token')) return
  const address = pathname.replace(/\/+$/, '')
  const service = /^\/services\/([^/]+)$/.exec(address)?.[1]
  const paths = pathsOfPages[service ? '/services/*' : address] ?? []
  for (const path of paths) {
    const url = `/api${path.replace('*', () => service ?? '')}`
    const answer = fetch(url, { headers: { Accept: 'application/json' } })
    answer.catch(() => undefined)
    earlyAnswers.set(url, answer)
  }
}

/** The early answer to a visitor's GET, if there is one. Each is handed out once. */
export function takeEarly(url: string, { method, headers = {} }: RequestInit): Promise<Response> | undefined {
  if (method !== 'GET' || 'Authorization' in headers) return undefined
  const answer = earlyAnswers.get(url)
  earlyAnswers.delete(url)
  return answer
}
