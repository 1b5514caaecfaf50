import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { smoothly } from '../ui/navigation/scroll-to-top'

/** How long a new page gets to lay itself out, in milliseconds (docs/product.md, section 4.10). */
const DELAY = 100

/** The id in a hash. A hash with invalid percent-encoding is used as it is. */
function idOf(hash: string): string {
  const id = hash.slice(1)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Scrolls to the section that the address names, on every visit to that address. */
export function useHashScroll() {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (!hash || !key) return
    const timer = setTimeout(() => {
      const section = document.getElementById(idOf(hash))
      section?.scrollIntoView({ behavior: smoothly() })
      section?.focus({ preventScroll: true })
    }, DELAY)
    return () => clearTimeout(timer)
  }, [hash, key])
}
