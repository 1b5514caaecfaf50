import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { serverNow } from '../../lib/time/clock'
import { formatTime } from '../../lib/time/time'

/** The foot of a page on paper, and there alone: what it is, when it was printed, and where it stands. */
export function PrintNote({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [printedAt, setPrintedAt] = useState(serverNow)

  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(serverNow()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])

  // Paper outlives the year, so it always names it.
  const printed = formatTime(new Date(printedAt).toISOString(), 0)
  return (
    <p className="print-note hidden print:block">
      {children} Printed {printed} from {window.location.origin + pathname}
    </p>
  )
}
