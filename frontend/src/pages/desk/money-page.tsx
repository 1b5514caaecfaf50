import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { entriesQuery, exportLedger, owedQuery, payoutsQuery } from '../../features/money/api'
import { LedgerTable } from '../../features/money/ledger-table'
import { payoutAddress } from '../../features/money/model'
import { AdjustmentForm } from '../../features/money/money-forms'
import { PayoutTable } from '../../features/money/payout-tables'
import { PayoutsSection } from '../../features/money/payouts-section'
import { adjustment, payouts } from '../../features/money/words.en'
import { tutorsQuery } from '../../features/users/api'
import { useAnswer } from '../../lib/api/query'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Button } from '../../ui/buttons/button'
import { Section } from '../../ui/text/section'
import { FilteredList } from '../shared/filtered-list'
import { askDesk } from './ask-desk'
import { FiguresSection } from './figures-section'
import { LedgerChips } from './ledger-chips'
import { ledgerList, moneyList } from './money-list'
import { OwedSection } from './owed-section'
import { dashboard, ledger as words } from './words.en'

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
