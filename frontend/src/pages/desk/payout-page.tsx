import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { DocumentPage } from '../../app/layouts/document-page'
import { payoutQuery } from '../../features/money/api'
import { payoutAddress, type Statement } from '../../features/money/model'
import { CsvButton, PaidTable } from '../../features/money/payout-tables'
import { StatementSheet } from '../../features/money/statement-sheet'
import { payoutPage, payouts, statement } from '../../features/money/words.en'
import { useAnswer } from '../../lib/api/query'
import { formatMoney } from '../../lib/formats/money'
import { formatTime } from '../../lib/time/time'
import { ButtonLink } from '../../ui/buttons/button-link'
import { Facts } from '../../ui/text/facts'
import { askDesk } from './ask-desk'
import { moneyList } from './money-list'

const lineOf = (payout: Statement | undefined, id: string) =>
  payout?.lines.find(({ tutor }) => tutor._id === id)

/** The statement of a payout for one of its tutors, as the tutor has it (docs/product.md, section 4.5). */
export function PayoutStatement({ id, tutor }: { id: string; tutor: string }) {
  const answer = useAnswer(payoutQuery(id))
  const { data, failure } = answer
  const back = { to: payoutAddress(id), label: statement.backToPayout }
  const isMissing = failure?.status === 404 || (data && !lineOf(data, tutor))
  return (
    <DocumentPage
      answer={answer}
      titleOf={(payout) => {
        const line = lineOf(payout, tutor)
        return payout && line
          ? statement.ofTutor(payout.number, line.tutor.name || statement.gone)
          : statement.title
      }}
      words={statement}
      notThere={isMissing ? statement.missing : undefined}
      back={back}
    >
      {(payout) => {
        const line = lineOf(payout, tutor)
        return (
          line && (
            <StatementSheet
              payout={{ ...payout, ...line }}
              head={payout.head}
              name={line.tutor.name || statement.gone}
              back={back}
            />
          )
        )
      }}
    </DocumentPage>
  )
}

export const loader = ({ params: { payout = '', tutor = '' } }: LoaderFunctionArgs) => {
  askDesk(payoutQuery(payout))
  return { id: payout, tutor }
}

const back = { to: moneyList.addressOf({}), label: payoutPage.back }

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
      titleOf={(payout) => (payout ? payoutPage.title(payout.number) : payoutPage.noNumber)}
      words={payoutPage}
      notThere={answer.failure?.status === 404 ? payoutPage.missing : undefined}
      back={back}
    >
      {(payout) => (
        <>
          <h1 className="text-4xl">
            {payoutPage.noNumber} <span className="whitespace-nowrap">{payout.number}</span>
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
