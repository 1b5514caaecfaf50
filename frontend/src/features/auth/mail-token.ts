import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * The token of the mailed link that opened this page, '' without one. It is
 * removed from the address bar and the history at once, and stays in memory for
 * as long as the page is shown.
 */
export function useMailToken(): string {
  const { hash } = useLocation()

  useEffect(() => {
    if (!hash) return
    const { pathname, search } = window.location
    // The router's own note of this entry stays as it is.
    window.history.replaceState(window.history.state, '', pathname + search)
  }, [hash])

  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
