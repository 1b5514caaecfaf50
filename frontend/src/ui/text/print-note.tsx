import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { serverNow } from '../../lib/time/clock'
import { formatTime } from '../../lib/time/time'
import { printed } from './words'

/** The foot of a printed page: what it is, when it was printed, and its address. It is hidden on screen. */
export function PrintNote({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [printedAt, setPrintedAt] = useState(serverNow)

  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(serverNow()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])

  // Paper outlives the year, so the time always includes it.
  const time = formatTime(new Date(printedAt).toISOString(), 0)
  return (
    <p className="print-note hidden print:block">
      {children} {printed(time, window.location.origin + pathname)}
    </p>
  )
}
