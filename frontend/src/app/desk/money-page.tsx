import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { AdjustmentForm } from '../../features/ledger/adjustment-form'
import { exportLedger } from '../../features/ledger/api'
import { LedgerTable } from '../../features/ledger/ledger-table'
import { entriesQuery } from '../../features/ledger/queries'
import { adjustment } from '../../features/ledger/words'
import { payoutAddress } from '../../features/payouts/addresses'
import { PayoutTable } from '../../features/payouts/payout-tables'
import { PayoutsSection } from '../../features/payouts/payouts-section'
import { owedQuery, payoutsQuery } from '../../features/payouts/queries'
import { payouts } from '../../features/payouts/words'
import { tutorsQuery } from '../../features/tutors/queries'
import { useAnswer } from '../../lib/api/query'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Button } from '../../ui/buttons/button'
import { Section } from '../../ui/text/section'
import { FilteredList } from '../lists/filtered-list'
import { askDesk } from './ask-desk'
import { FiguresSection } from './money/figures-section'
import { LedgerChips } from './money/ledger-chips'
import { ledgerList, moneyList } from './money/money-list'
import { OwedSection } from './money/owed-section'
import { ledger as words } from './money/words'
import { dashboard } from './words'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const view = moneyList.viewOf(request)
  const { figures: _, ...filter } = view.filter
  const list = entriesQuery(filter)
  askDesk(owedQuery, payoutsQuery(1), list)
  return { ...view, list }
}

/** What tutors are owed, the payouts, the ledger and the figures (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const owed = useAnswer(owedQuery)
  const tutors = useAnswer(tutorsQuery, { withoutLoader: true })
  const [adjusting, setAdjusting] = useState(false)
  const owedTo = owed.data?.map(({ tutor }) => tutor) ?? []
  const people = [
    ...(tutors.data ?? []),
    ...owedTo.filter(({ _id }) => !tutors.data?.some((one) => one._id === _id)),
  ]
  const reader = useAtomValue(sessionAtom).user?._id
  const others = people.filter(({ _id }) => _id !== reader)
  return (
    <>
      <OwedSection answer={owed} entriesOf={(tutor) => moneyList.addressOf({ tutor })} />
      <PayoutsSection title={payouts.title} emptyHint={payouts.emptyHint} pageQuery={payoutsQuery}>
        {(rows) => <PayoutTable payouts={rows} />}
      </PayoutsSection>
      <Section title={words.title} className="mt-10" headingClass="text-2xl">
        <FilteredList
          list={ledgerList}
          filter={filter}
          found={found}
          words={words}
          rowHeight={4}
          failureTitle={dashboard.failed}
          head={(rows, change) => (
            <>
              <LedgerChips filter={filter} entries={rows} people={people} onChange={change} />
              <Button small unavailable={others.length === 0} onClick={() => setAdjusting(true)}>
                {adjustment.open}
              </Button>
            </>
          )}
          onExport={exportLedger}
        >
          {({ rows }) => (
            <LedgerTable rows={rows} entriesOf={(of) => moneyList.addressOf(of)} payoutAt={payoutAddress} />
          )}
        </FilteredList>
      </Section>
      <FiguresSection view={filter} listed={found.data !== undefined || found.failure !== undefined} />
      {adjusting && <AdjustmentForm tutors={others} onClose={() => setAdjusting(false)} />}
    </>
  )
}
