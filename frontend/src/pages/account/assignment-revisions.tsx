import { useState } from 'react'
import { type Assignment, isOpen } from '../../features/assignments/model'
import { claimsOfQuery } from '../../features/claims/api'
import { revisionsQuery, withdrawRevision } from '../../features/deliveries/api'
import type { Revision } from '../../features/deliveries/model'
import { OpenRevision, RevisionList } from '../../features/deliveries/revision-list'
import { withdrawal, revisions as words } from '../../features/deliveries/words.en'
import { useAnswer } from '../../lib/api/query'
import { useNow } from '../../lib/time/use-now'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { Section } from '../../ui/text/section'
import { focusFirst } from './focus'

/** What the student asked to change: the open revision, and earlier ones (docs/product.md, section 4.9). */
export function AssignmentRevisions({ assignment }: { assignment: Assignment }) {
  const answer = useAnswer(revisionsQuery(assignment._id))
  const { data, failure } = answer
  if (failure?.status === 404) return null
  const isExpected = assignment.stage === 'revision'
  if (!data?.length && !failure && !isExpected) return null
  return (
    <Section title={words.title}>
      <LoadedAnswer answer={answer} failed={words.failed} loading={words.loading} height={8}>
        {(revisions) => <Revisions assignment={assignment} revisions={revisions} />}
      </LoadedAnswer>
    </Section>
  )
}

function Revisions({ assignment, revisions }: { assignment: Assignment; revisions: Revision[] }) {
  const { data: claims } = useAnswer(claimsOfQuery(assignment._id))
  const waits = claims?.some(({ status }) => status === 'open') ?? false
  const open = revisions.find(({ closedAt }) => closedAt === null)
  const closed = revisions.filter(({ closedAt }) => closedAt !== null)
  return (
    <>
      {open && <OpenRevision revision={open} waits={waits} />}
      {open && <Withdrawal assignment={assignment} number={open.number} />}
      {open && closed.length > 0 && <h3 className="mt-4 mb-2 text-xl">{words.earlier}</h3>}
      {closed.length > 0 && <RevisionList revisions={closed} />}
    </>
  )
}

function Withdrawal({ assignment: { _id, actions }, number }: { assignment: Assignment; number: number }) {
  const [isAsking, setAsking] = useState(false)
  const { busy, run } = useAction(withdrawRevision, { done: withdrawal.done, failed: withdrawal.failed })
  if (!isOpen(actions, 'withdraw-revision', useNow())) return null

  const withdraw = async () => {
    setAsking(false)
    if (await run(_id, number)) focusFirst('next-title')
  }
  return (
    <div className="mt-3">
      <Button busy={busy} onClick={() => setAsking(true)}>
        {withdrawal.button}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={withdrawal.button}
          question={withdrawal.question}
          confirmLabel={withdrawal.button}
          cancelLabel={withdrawal.keep}
          onConfirm={withdraw}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
