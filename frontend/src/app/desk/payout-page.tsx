import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { CsvButton } from '../../features/payouts/csv-button'
import { PaidTable } from '../../features/payouts/payout-tables'
import { payoutQuery } from '../../features/payouts/queries'
import { payouts, payoutPage as words } from '../../features/payouts/words'
import { useAnswer } from '../../lib/api/query'
import { formatMoney } from '../../lib/formats/money'
import { formatTime } from '../../lib/time/time'
import { ButtonLink } from '../../ui/buttons/button-link'
import { Facts } from '../../ui/text/facts'
import { DocumentPage } from '../layouts/document-page'
import { askDesk } from './ask-desk'
import { moneyList } from './money/money-list'
import { PayoutStatement } from './payout-statement'

export const loader = ({ params: { payout = '', tutor = '' } }: LoaderFunctionArgs) => {
  askDesk(payoutQuery(payout))
  return { id: payout, tutor }
}

const back = { to: moneyList.addressOf({}), label: words.back }

/** One payout or, if the address names a tutor, that tutor's statement (docs/product.md, section 4.5). */
export function Component() {
  const { id, tutor } = useLoaderData<typeof loader>()
  return tutor ? <PayoutStatement id={id} tutor={tutor} /> : <WholePayout id={id} />
}

/** What each tutor got. */
function WholePayout({ id }: { id: string }) {
  const answer = useAnswer(payoutQuery(id))
  return (
    <DocumentPage
      answer={answer}
      titleOf={(payout) => (payout ? words.title(payout.number) : words.noNumber)}
      words={words}
      notThere={answer.failure?.status === 404 ? words.missing : undefined}
      back={back}
    >
      {(payout) => (
        <>
          <h1 className="text-4xl">
            {words.noNumber} <span className="whitespace-nowrap">{payout.number}</span>
          </h1>
          <Facts
            className="mt-4"
            facts={[
              [payouts.at, formatTime(payout.createdAt)],
              [payouts.total, formatMoney(payout.total)],
              [payouts.method, payout.method],
              [payouts.reference, payout.reference],
              [payouts.by, payout.by?.name || payouts.gone],
            ]}
          />
          <div className="mt-6">
            <PaidTable payout={payout} />
          </div>
          <div className="mt-6 flex flex-wrap gap-3 print:hidden">
            <ButtonLink to={back.to}>{back.label}</ButtonLink>
            <CsvButton id={payout._id} number={payout.number} />
          </div>
        </>
      )}
    </DocumentPage>
  )
}
