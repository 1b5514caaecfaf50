import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far off, in pixels, something counts as near: it is fetched while it is still being scrolled to. */
const MARGIN = 600

/** Holds a place of `height` rem, or of its placeholder, until it comes near, then shows what belongs there. */
export function WhenNear({
  height,
  placeholder,
  now = false,
  children,
}: {
  height?: number
  placeholder?: ReactNode
  /** Shows it without waiting. */
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
