import { useState } from 'react'
import { type Owed, sumOf } from '../../features/money/model'
import { PayoutForm } from '../../features/money/money-forms'
import { OwedTable } from '../../features/money/owed-table'
import { owed as words } from '../../features/money/words.en'
import type { Answer } from '../../lib/api/query'
import { formatMoney } from '../../lib/formats/money'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Button } from '../../ui/buttons/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Section } from '../../ui/text/section'

/** What each tutor is owed, and the way to record that some or all were paid. */
export function OwedSection({
  answer,
  entriesOf,
}: {
  answer: Answer<Owed[]>
  /** The address of a tutor's entries in the ledger. */
  entriesOf: (tutor: string) => string
}) {
  const reader = useAtomValue(sessionAtom).user?._id ?? ''
  // Everybody is chosen at first, and whoever becomes payable later.
  const [leftOut, setLeftOut] = useState<string[]>([])
  const [paying, setPaying] = useState(false)
  const payable = answer.data?.filter(({ payable }) => payable > 0) ?? []
  const chosen = payable.filter(({ tutor }) => !leftOut.includes(tutor._id))
  const total = formatMoney(sumOf(chosen.map((one) => one.payable)))
  const choose = (tutor: string, isChosen: boolean) =>
    setLeftOut((before) => [...before.filter((id) => id !== tutor), ...(isChosen ? [] : [tutor])])

  return (
    <Section title={words.title} className="mt-6" headingClass="mb-4 text-2xl">
      <LoadedAnswer
        answer={answer}
        failed={words.failed}
        placeholder={<SkeletonRows label={words.loading} count={3} rowHeight={2.75} />}
      >
        {(owed) =>
          owed.length === 0 ? (
            <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>
          ) : (
            <>
              <OwedTable
                owed={owed}
                reader={reader}
                isChosen={(tutor) => !leftOut.includes(tutor)}
                onChoose={choose}
                entriesOf={entriesOf}
              />
              <div className="flex flex-wrap items-center justify-between gap-3 py-3">
                <p role="status">
                  {chosen.length > 0
                    ? words.chosen(chosen.length, total)
                    : payable.length > 0
                      ? words.nobody
                      : words.nothing}
                </p>
                <Button variant="primary" unavailable={chosen.length === 0} onClick={() => setPaying(true)}>
                  {words.pay(chosen.length)}
                </Button>
              </div>
            </>
          )
        }
      </LoadedAnswer>
      {paying && <PayoutForm owed={chosen} onClose={() => setPaying(false)} />}
    </Section>
  )
}
