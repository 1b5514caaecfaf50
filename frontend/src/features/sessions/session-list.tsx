import { useRef, useState } from 'react'
import { useAnswer } from '../../lib/api/query'
import { formatTime } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { showFailureToast } from '../../ui/feedback/failure-toast'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { showToast } from '../../ui/feedback/toast-state'
import { Moment } from '../../ui/text/moment'
import { Section } from '../../ui/text/section'
import { Tag } from '../../ui/text/tag'
import { dropOtherSessions, dropSession, sessionsQuery } from './queries'
import type { OpenSession } from './types'
import { sessions as words } from './words'

/** Where the reader is logged in, and how to end that (docs/product.md, section 2.4). */
export function SessionList() {
  const answer = useAnswer(sessionsQuery, { refreshEvery: 60_000 })
  return (
    <Section title={words.title} headingClass="text-2xl">
      <p className="mt-2 mb-4 max-w-prose">{words.text}</p>
      <LoadedAnswer answer={answer} failed={words.loadFailure} loading={words.loading} height={6}>
        {(open) => <Devices open={open} />}
      </LoadedAnswer>
    </Section>
  )
}

/** What is being ended: the id of a session, or all others. */
type Ending = string | 'others' | null

function Devices({ open }: { open: OpenSession[] }) {
  const [ending, setEnding] = useState<Ending>(null)
  const [asking, setAsking] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const isAlone = open.every(({ isCurrent }) => isCurrent)

  const end = async (
    which: string,
    call: () => Promise<unknown>,
    said: { ended: string; failure: string },
  ) => {
    setEnding(which)
    try {
      await call()
      showToast({ tone: 'success', title: said.ended, seconds: 3 })
      list.current?.focus() // the pressed button is gone
    } catch (error) {
      showFailureToast(error, said.failure)
    } finally {
      setEnding(null)
    }
  }
  const endOthers = () => {
    setAsking(false)
    void end('others', dropOtherSessions, words.others)
  }

  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={words.title}
        className="mb-4 divide-y divide-base-300 border-y border-base-300"
      >
        {open.map((session) => (
          <li key={session._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 font-semibold">
                {session.device}
                {session.isCurrent && <Tag tone="blue">{words.here}</Tag>}
              </p>
              <p className="text-sm">
                {session.isCurrent ? words.since : words.seen}{' '}
                <Moment iso={session.isCurrent ? session.createdAt : session.lastSeenAt} />
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                aria-label={words.endNamed(session.device, formatTime(session.lastSeenAt))}
                busy={ending === session._id}
                onClick={() => void end(session._id, () => dropSession(session._id), words)}
              >
                {words.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isAlone ? (
        <p>{words.alone}</p>
      ) : (
        <Button busy={ending === 'others'} onClick={() => setAsking(true)}>
          {words.others.button}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={words.others.button}
          question={words.others.question}
          confirmLabel={words.others.button}
          onConfirm={endOthers}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
