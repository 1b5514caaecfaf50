import type { ReactNode } from 'react'
import { ButtonLink } from '../buttons/button-link'
import { type Fact, Facts } from './facts'
import { PrintButton } from './print-button'
import { PrintNote } from './print-note'

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
