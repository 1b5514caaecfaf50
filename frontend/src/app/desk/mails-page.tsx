import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { MailFilters } from '../../features/mails/mail-filters'
import { MailTable } from '../../features/mails/mail-table'
import { mailStateQuery, mailsQuery, sendMailAgain } from '../../features/mails/queries'
import type { Mail } from '../../features/mails/types'
import { PER_PAGE } from '../../lib/api/client'
import { ask, useAnswer } from '../../lib/api/query'
import { Alert } from '../../ui/feedback/alert'
import { showFailureToast } from '../../ui/feedback/failure-toast'
import { showToast } from '../../ui/feedback/toast-state'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { DeskList } from './desk-list'
import { mailsAddress } from './mails-address'
import { mailTrouble, mails as words } from './words'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const view = mailsAddress.viewOf(request)
  const list = mailsQuery(view.filter)
  ask(list)
  return { ...view, list }
}

/** The list of mails, and what to do if they do not reach people (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const { data: state, failure: stateFailure, retry: retryState } = useAnswer(mailStateQuery)
  // The list waits for the message above it, which would move it.
  if (!state && !stateFailure) return <SkeletonRows label={words.loading} count={PER_PAGE} rowHeight={2.75} />
  return (
    <>
      {state && !state.enabled && (
        <div className="mt-4">
          <Alert tone="info" title={mailTrouble.title}>
            <p>{mailTrouble.meaning(state.queued)}</p>
            <p>{mailTrouble.remedy}</p>
          </Alert>
        </div>
      )}
      <DeskList
        filter={filter}
        found={{
          ...found,
          retry: () => {
            found.retry()
            retryState()
          },
        }}
        address={mailsAddress}
        Filters={MailFilters}
        loading={words.loading}
        rowHeight={2.75}
        failure={words.failed}
        empty={{
          noMatches: words.noMatches,
          noRows: { title: words.empty, hint: words.emptyHint },
        }}
      >
        {(rows, change) => (
          <MailTable
            mails={rows}
            sort={filter.sort}
            onSort={(sort) => change({ sort })}
            onSendAgain={sendAgain}
          />
        )}
      </DeskList>
    </>
  )
}

async function sendAgain({ _id }: Mail) {
  try {
    await sendMailAgain(_id)
    showToast({ tone: 'success', title: words.sentAgain, seconds: 3 })
  } catch (error) {
    showFailureToast(error, words.sendFailed)
  }
}
