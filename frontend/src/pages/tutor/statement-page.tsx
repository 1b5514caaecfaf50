import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { DocumentPage } from '../../app/layouts/document-page'
import { ownPayoutQuery } from '../../features/money/api'
import { StatementSheet } from '../../features/money/statement-sheet'
import { payouts, statement as words } from '../../features/money/words.en'
import { ask, useAnswer } from '../../lib/api/query'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { earnings } from './words.en'

export const loader = ({ params: { payout = '' } }: LoaderFunctionArgs) => {
  ask(ownPayoutQuery(payout))
  return { id: payout }
}

const back = { to: '/tutor/dashboard/earnings', label: earnings.backHere }

/** The statement of one payout, made for printing (docs/product.md, section 4.8). */
export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const { user } = useAtomValue(sessionAtom)
  const answer = useAnswer(ownPayoutQuery(id))
  return (
    <DocumentPage
      answer={answer}
      titleOf={(own) => (own ? payouts.statementOf(own.payouts[0].number) : words.title)}
      words={words}
      notThere={answer.failure?.status === 404 ? words.missing : undefined}
      back={back}
    >
      {({ payouts: [payout], head }) => (
        <StatementSheet payout={payout} head={head} name={user?.name ?? ''} back={back} />
      )}
    </DocumentPage>
  )
}
