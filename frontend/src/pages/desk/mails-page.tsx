import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { dismissMail, mailStateQuery, mailsQuery, sendFailedMails, sendMail } from '../../features/mails/api'
import { mailList } from '../../features/mails/list'
import { MailTable } from '../../features/mails/mail-table'
import type { Mail } from '../../features/mails/model'
import { dismissal } from '../../features/mails/words.en'
import { type Page, PER_PAGE } from '../../lib/api/client'
import { type Question, useAnswer } from '../../lib/api/query'
import { useNow } from '../../lib/time/use-now'
import { Button } from '../../ui/buttons/button'
import { attempt, useAction } from '../../ui/buttons/use-action'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { Alert } from '../../ui/feedback/alert'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { FilteredList } from '../shared/filtered-list'
import { listLoader } from './ask-desk'
import { dashboard, mailTrouble, mails as words } from './words.en'

export const loader = listLoader(mailList, mailsQuery)

/** The list of emails, and what to do if they do not reach people (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const { data: state, failure: stateFailure, retry: retryState } = useAnswer(mailStateQuery)
  const [dismissing, setDismissing] = useState<Mail | null>(null)
  const refresh = () => {
    found.retry()
    retryState()
  }
  useRefreshWhileSending(state?.enabled ?? false, list, found.data, retryState)

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
      <FilteredList
        list={mailList}
        filter={filter}
        found={{ ...found, retry: refresh }}
        words={words}
        rowHeight={2.75}
        failureTitle={dashboard.failed}
        head={() => <SendAllButton failed={state?.failed ?? 0} />}
      >
        {(shown) => <MailTable {...shown} onSendAgain={sendAgain} onDismiss={setDismissing} />}
      </FilteredList>
      {dismissing && (
        <ConfirmDialog
          title={dismissal.title}
          question={dismissal.question(dismissing.subject, dismissing.to)}
          confirmLabel={dismissal.confirm}
          cancelLabel={dismissal.cancel}
          onConfirm={() => {
            setDismissing(null)
            void dismiss(dismissing)
          }}
          onClose={() => setDismissing(null)}
        />
      )}
    </>
  )
}

/** How often a list with emails that are being sent is fetched again, in milliseconds. */
const REFRESH_EVERY = 5_000

/** How long before its next try an email counts as being sent, in milliseconds. */
const SOON = 60_000

/**
 * Fetches the list again while emails of it are being sent, because nobody
 * reports when they are; and, whenever that has changed the list, the counts.
 */
function useRefreshWhileSending(
  enabled: boolean,
  list: Question<Page<Mail>>,
  shown: Page<Mail> | undefined,
  refreshCounts: () => void,
) {
  const now = useNow()
  const isSending =
    enabled &&
    Boolean(
      shown?.rows.some(
        ({ status, nextAt }) => status === 'queued' && nextAt !== null && Date.parse(nextAt) - now <= SOON,
      ),
    )
  useAnswer(list, { refreshEvery: isSending ? REFRESH_EVERY : 0 })

  const wasSending = useRef(false)
  const refreshCountsNow = useEffectEvent(refreshCounts)
  useEffect(() => {
    if (wasSending.current && shown) refreshCountsNow()
    wasSending.current = isSending
  }, [shown, isSending])
}

function dismiss({ _id }: Mail) {
  return attempt(dismissMail, { done: words.dismissed, failed: words.dismissFailed }, _id)
}

/** Queues all failed emails again. It keeps its place when there are none. */
function SendAllButton({ failed }: { failed: number }) {
  const { busy, run } = useAction(sendFailedMails, {
    done: words.allSentAgain,
    failed: words.sendAllFailed,
  })
  return (
    <Button small busy={busy} unavailable={failed === 0} onClick={() => run()}>
      {words.sendAll}
    </Button>
  )
}

const sendAgain = ({ _id }: Mail) =>
  attempt(sendMail, { done: words.sentAgain, failed: words.sendFailed }, _id)
