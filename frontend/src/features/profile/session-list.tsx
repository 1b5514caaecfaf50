import { useRef, useState } from 'react'
import { useAnswer } from '../../lib/api/query'
import { formatTime } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { Moment } from '../../ui/text/moment'
import { Section } from '../../ui/text/section'
import { Tag } from '../../ui/text/tag'
import { endOtherSessions, logOutDevice, sessionsQuery } from './api'
import type { OpenSession } from './model'
import { sessions as words } from './words.en'

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

function Devices({ open }: { open: OpenSession[] }) {
  const [asking, setAsking] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const isAlone = open.every(({ isCurrent }) => isCurrent)

  const focusList = () => list.current?.focus() // the pressed button is gone
  const one = useAction(logOutDevice, { done: words.ended, failed: words.failure })
  const others = useAction(endOtherSessions, { done: words.others.ended, failed: words.others.failure })
  const end = async (id: string) => {
    if (await one.run(id)) focusList()
  }
  const endOthers = async () => {
    setAsking(false)
    if (await others.run()) focusList()
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
                busy={one.running?.[0] === session._id}
                onClick={() => end(session._id)}
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
        <Button busy={others.busy} onClick={() => setAsking(true)}>
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
