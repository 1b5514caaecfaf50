import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * The token of the mailed link that opened this page, '' without one. It is
 * removed from the address bar and the history at once, and stays in memory for
 * as long as the page is shown.
 */
export function useMailToken(): string {
  const location = useLocation()
  const { hash } = location

  useEffect(() => {
    // The same link may be opened a second time.
    if (!location.hash) return
    const { pathname, search } = window.location
    // The router's own note of this entry stays as it is.
    window.history.replaceState(window.history.state, '', pathname + search)
  }, [location])

  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
