import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { formatTime } from '../lib/format'

/** The foot of a page on paper, and there alone: what it is, when it was printed, and where it stands. */
export function PrintNote({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [printedAt, setPrintedAt] = useState(() => new Date().toISOString())

  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(new Date().toISOString()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])

  // Paper outlives the year: it is told, whatever year it is.
  const printed = formatTime(printedAt, 0)
  return (
    <p className="print-note hidden print:block">
      {children} Printed {printed} from {window.location.origin + pathname}
    </p>
  )
}
