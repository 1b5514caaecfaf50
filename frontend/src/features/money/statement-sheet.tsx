import { siteName } from '../../lib/api/site'
import { formatMoneyWithCode, siteCurrency } from '../../lib/formats/money'
import { formatDay } from '../../lib/time/time'
import { Facts } from '../../ui/text/facts'
import { Section } from '../../ui/text/section'
import { Sheet } from '../../ui/text/sheet'
import type { Head, OwnPayout } from './model'
import { statement as words } from './words.en'

/** What one payout paid a tutor for, to read and to print (docs/product.md, section 4.8). */
export function StatementSheet({
  payout: { number, createdAt, method, reference, amount, entries },
  head,
  name,
  back,
}: {
  payout: OwnPayout
  head: Head
  /** Who was paid. */
  name: string
  /** The page that it belongs to. */
  back: { to: string; label: string }
}) {
  const money = (units: number) => formatMoneyWithCode(units, siteCurrency)
  return (
    <Sheet
      title={words.title}
      number={number}
      from={siteName}
      facts={[
        [words.number, number],
        [words.paidAt, formatDay(createdAt)],
        [words.paidTo, name],
        [words.method, method],
        [words.reference, reference],
      ]}
      back={back}
    >
      <Facts
        look="amounts"
        className="mt-8"
        facts={[
          ...entries.map(({ assignment, amount }): [string, string] => [
            assignment ? `${assignment.reference} ${assignment.title || words.deleted}` : words.adjustments,
            money(amount),
          ]),
          [words.total, money(amount)],
        ]}
      />
      <Section title={words.head} className="mt-8 break-inside-avoid" headingClass="text-xl">
        <p className="font-mono text-[0.875rem] wrap-anywhere">
          {head.number}:{head.hash}
        </p>
        <p className="text-muted">{words.headHint}</p>
      </Section>
    </Sheet>
  )
}
