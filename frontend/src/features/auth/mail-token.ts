import { useEffect } from 'react'
import { useLocation } from 'react-router'

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
