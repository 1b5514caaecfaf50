import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { siteName } from '../../lib/api/site'
import { Button } from '../../ui/buttons/button'
import { ButtonLink } from '../../ui/buttons/button-link'
import { PrintNote } from '../../ui/text/print-note'
import type { Invoice } from './types'
import { sheet as words } from './words'

/** A document of an order as it is printed: its head, seller and buyer, and its body. */
export function DocumentSheet({
  title,
  number,
  facts,
  invoice: { seller, buyer },
  home,
  children,
}: {
  title: string
  number: string
  /** The terms below the title, with their values. */
  facts: [string, string][]
  invoice: Invoice
  /** The address of the order's page. */
  home: string
  children: ReactNode
}) {
  return (
    <article className="max-w-3xl">
      <div className="mb-8 flex flex-wrap gap-3 print:hidden">
        <Button variant="primary" onClick={() => window.print()}>
          <Printer size={16} strokeWidth={1.5} aria-hidden="true" />
          {words.print}
        </Button>
        <ButtonLink to={home}>{words.back}</ButtonLink>
      </div>
      <h1 className="text-4xl">{title}</h1>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {facts.map(([term, fact]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere tabular-nums">{fact}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-8 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Party title={words.seller}>{seller || siteName}</Party>
        <Party title={words.buyer}>{[buyer.name, buyer.email].filter(Boolean).join('\n')}</Party>
      </div>
      {children}
      <PrintNote>{words.printed(number)}</PrintNote>
    </article>
  )
}

function Party({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h2 className="text-xl">{title}</h2>
      <p className="whitespace-pre-line wrap-anywhere">{children}</p>
    </section>
  )
}
