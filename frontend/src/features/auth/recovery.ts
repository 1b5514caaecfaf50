import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { type Failure, readMessage, toFailure } from '../../lib/api/failure'
import { serverNow } from '../../lib/time/clock'
import { formatDistance } from '../../lib/time/distance'
import { voidLink, wait } from './words.en'

const refuses = ({ status, problems }: Failure, name: string) =>
  status === 400 && problems.some(({ field }) => field === name)

/** What the server says about a link that is no longer valid, where it does not name the token; the second is PocketBase's. */
const voidSentences = [voidLink.title, 'Invalid or expired token.']

/** Whether a call with the token of an emailed link failed because of the link: the server names the token, or says so. */
export const isVoidLink = (failure: Failure) =>
  refuses(failure, 'token') || (failure.status === 400 && voidSentences.includes(failure.envelope.message))

/** Whether confirming an address also needs the password of its account. The link can be used again. */
export const takesPassword = (failure: Failure) => refuses(failure, 'password')

const MINUTE = 60_000

/** Why a call failed; after too many attempts, with the time to wait, in full minutes. */
export function readWait(error: unknown, fallback: string): string {
  const failure = toFailure(error)
  if (failure.status !== 429 || !failure.retryAfter) return readMessage(failure, fallback)
  const minutes = Math.ceil((failure.retryAfter * 1000) / MINUTE)
  const now = serverNow()
  return wait(formatDistance(new Date(now + minutes * MINUTE).toISOString(), now))
}

/** What a form says when a link's call is refused; nothing if the link is no longer valid, which `onVoid` is told. */
export const refusedLink = (failed: string, onVoid: () => void) => (failure: Failure) => {
  if (!isVoidLink(failure)) return readWait(failure, failed)
  onVoid()
}

function clearHash() {
  const { pathname, search, hash } = window.location
  // The router's own note of this entry stays as it is.
  if (hash) window.history.replaceState(window.history.state, '', pathname + search)
}

/**
 * The token of the emailed link that opened this page, '' without one. It is
 * removed from the address bar and the history at once, and stays in memory for
 * as long as the page is shown.
 */
export function useMailToken(): string {
  const { hash } = useLocation()

  useEffect(() => {
    clearHash()
    // Another link, or the same one again, may be opened in this tab.
    window.addEventListener('hashchange', clearHash)
    return () => window.removeEventListener('hashchange', clearHash)
  }, [])

  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
