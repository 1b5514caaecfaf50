import { payoutAddress } from '../../features/payouts/addresses'
import { payoutQuery } from '../../features/payouts/queries'
import { StatementSheet } from '../../features/payouts/statement-sheet'
import type { Statement } from '../../features/payouts/types'
import { statement as words } from '../../features/payouts/words'
import { useAnswer } from '../../lib/api/query'
import { DocumentPage } from '../layouts/document-page'

const lineOf = (payout: Statement | undefined, id: string) =>
  payout?.lines.find(({ tutor }) => tutor._id === id)

/** The statement of a payout for one of its tutors, as the tutor has it (docs/product.md, section 4.5). */
export function PayoutStatement({ id, tutor }: { id: string; tutor: string }) {
  const answer = useAnswer(payoutQuery(id))
  const { data, failure } = answer
  const back = { to: payoutAddress(id), label: words.backToPayout }
  const isMissing = failure?.status === 404 || (data && !lineOf(data, tutor))
  return (
    <DocumentPage
      answer={answer}
      titleOf={(payout) => {
        const line = lineOf(payout, tutor)
        return payout && line ? words.ofTutor(payout.number, line.tutor.name || words.gone) : words.title
      }}
      words={words}
      notThere={isMissing ? words.missing : undefined}
      back={back}
    >
      {(payout) => {
        const line = lineOf(payout, tutor)
        return (
          line && (
            <StatementSheet
              payout={{ ...payout, ...line }}
              head={payout.head}
              name={line.tutor.name || words.gone}
              back={back}
            />
          )
        )
      }}
    </DocumentPage>
  )
}
