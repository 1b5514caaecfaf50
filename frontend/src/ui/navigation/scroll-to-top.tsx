import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useState } from 'react'
import { scrollToTop } from '../words.en'

/** How far the page is scrolled, in pixels, before the button appears (docs/product.md, section 4.10). */
const THRESHOLD = 300

/** A button that scrolls back to the top of a long page. */
export function ScrollToTop() {
  const [shown, setShown] = useState(false)

  useEffect(() => {
    const update = () => setShown(window.scrollY > THRESHOLD)
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])

  if (!shown) return null
  return (
    <button
      type="button"
      className="fixed right-4 bottom-4 z-30 grid size-11 animate-arrive cursor-pointer place-items-center rounded-full border border-rule bg-base-100 [box-shadow:0_8px_24px_oklch(0%_0_0/0.16)] hover:bg-base-200"
      aria-label={scrollToTop}
      onClick={() => window.scrollTo({ top: 0, behavior: smoothly() })}
    >
      <ArrowUp size={20} strokeWidth={1.5} aria-hidden="true" />
    </button>
  )
}

/** The scroll behaviour: smooth, unless the person prefers reduced motion. */
export const smoothly = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
