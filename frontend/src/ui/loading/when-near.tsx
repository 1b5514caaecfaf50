import { type ReactNode, useEffect, useRef, useState } from 'react'

/** The distance in pixels at which something counts as near, so that it loads before it is scrolled into view. */
const MARGIN = 600

/** Renders its children once they come near the window. Until then it shows the placeholder, or reserves `height` rem. */
export function WhenNear({
  height,
  placeholder,
  now = false,
  children,
}: {
  height?: number
  placeholder?: ReactNode
  /** Renders the children without waiting. */
  now?: boolean
  children: ReactNode
}) {
  const [near, setNear] = useState(now)
  const placeRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (now) setNear(true)
    const place = placeRef.current
    if (!place) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `${MARGIN}px` },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [now])

  if (near) return children
  return (
    <div ref={placeRef} style={height === undefined ? undefined : { minHeight: `${height}rem` }}>
      {placeholder}
    </div>
  )
}
