import { browserStorage } from '../storage/storage'

/** What a page that cannot be shown without an answer asks for, as paths below `/api`; a star stands for the slug of a service. */
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
 * Requests what the page at an address waits for while the libraries are still
 * on their way, as a visitor. Its page requests again what fails here.
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

/** The answer to a visitor's GET that was requested early; each is taken once. */
export function takeEarly(url: string, { method, headers = {} }: RequestInit): Promise<Response> | undefined {
  if (method !== 'GET' || 'Authorization' in headers) return undefined
  const answer = earlyAnswers.get(url)
  earlyAnswers.delete(url)
  return answer
}
