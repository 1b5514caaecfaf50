import Printer from 'lucide-react/icons/printer'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { serverNow } from '../../lib/time/clock'
import { formatTime } from '../../lib/time/time'
import { Button } from '../buttons/button'
import { ButtonLink } from '../buttons/button-link'
import { type Fact, Facts } from './facts'
import { print, printed } from './words.en'

/** Prints the page. */
export function PrintButton({ primary = false }: { primary?: boolean }) {
  return (
    <Button {...(primary && { variant: 'primary' })} onClick={() => window.print()}>
      <Printer size={16} strokeWidth={1.5} aria-hidden="true" />
      {print}
    </Button>
  )
}

/** The footer of a printed page: what it is, when it was printed, and its address. It is hidden on screen. */
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

/** A numbered document, to read and to print. */
export function Sheet({
  title,
  number,
  from,
  facts,
  back,
  children,
}: {
  title: string
  number: string
  /** Who issued it, below the title. */
  from?: string
  facts: Fact[]
  /** The page that it belongs to. */
  back: { to: string; label: string }
  children: ReactNode
}) {
  return (
    <article className="max-w-3xl">
      <div className="mb-8 flex flex-wrap gap-3 print:hidden">
        <PrintButton primary />
        <ButtonLink to={back.to}>{back.label}</ButtonLink>
      </div>
      <h1 className="text-4xl">{title}</h1>
      {from && <p className="mt-2">{from}</p>}
      <Facts className="mt-4" facts={facts} />
      {children}
      <PrintNote>{number}.</PrintNote>
    </article>
  )
}
