import type { ReactNode } from 'react'
import { siteName } from '../../lib/api/site'
import type { Fact } from '../../ui/text/facts'
import { Section } from '../../ui/text/section'
import { Sheet } from '../../ui/text/sheet'
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
  facts: Fact[]
  invoice: Invoice
  /** The address of the order's page. */
  home: string
  children: ReactNode
}) {
  return (
    <Sheet title={title} number={number} facts={facts} back={{ to: home, label: words.back }}>
      <div className="mt-8 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Party title={words.seller}>{seller || siteName}</Party>
        <Party title={words.buyer}>{[buyer.name, buyer.email].filter(Boolean).join('\n')}</Party>
      </div>
      {children}
    </Sheet>
  )
}

function Party({ title, children }: { title: string; children: string }) {
  return (
    <Section title={title} headingClass="text-xl">
      <p className="whitespace-pre-line wrap-anywhere">{children}</p>
    </Section>
  )
}
