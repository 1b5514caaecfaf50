import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useEffect, useRef, useState } from 'react'
import { useAnswer } from '../../lib/api/query'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { showFailureToast } from '../../ui/feedback/action-toasts'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { CopyField } from '../../ui/forms/copy-field'
import { Skeleton } from '../../ui/loading/skeleton'
import { Section } from '../../ui/text/section'
import { calendarQuery, createCalendar, removeCalendar } from './api'
import { calendar as words } from './words.en'

/** The secret address of the reader's calendar (docs/product.md, section 9.4). */
export function CalendarSettings() {
  return (
    <Section title={words.section} headingClass="text-2xl">
      <h3 className="mt-2 mb-1 font-semibold">{words.title}</h3>
      <p className="mb-4 max-w-prose">{words.text}</p>
      <Address />
    </Section>
  )
}

type Change = 'create' | 'replace' | 'remove'

const said: Record<Change, { done: string; failure: string }> = {
  create: { done: words.created, failure: words.createFailure },
  replace: words.replace,
  remove: words.remove,
}

function Address() {
  const answer = useAnswer(calendarQuery)
  const { data: url } = answer
  const [question, setQuestion] = useState<'replace' | 'remove' | null>(null)
  const ref = useRef<HTMLDivElement>(null)

  // The pressed button has made room for others: the focus goes to the first of them.
  const wasChanged = useRef(false)
  useEffect(() => {
    if (!wasChanged.current || url === undefined) return
    wasChanged.current = false
    ref.current?.querySelector('button')?.focus()
  }, [url])

  const { running, run } = useAction(
    (change: Change) => (change === 'remove' ? removeCalendar() : createCalendar()),
    {
      done: (_, change) => said[change].done,
      failed: (error, change) => {
        wasChanged.current = false
        showFailureToast(error, said[change].failure)
      },
    },
  )
  const apply = (change: Change) => {
    setQuestion(null)
    wasChanged.current = true
    void run(change)
  }

  if (answer.failure) return <LoadFailure answer={answer} title={words.loadFailure} />
  if (url === undefined) return <Skeleton label={words.loading} height={3} />
  return (
    <div ref={ref}>
      {url ? (
        <>
          <CopyField label={words.address} hint={words.hint} value={url} words={words} />
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            {(['replace', 'remove'] as const).map((change) => (
              <div key={change}>
                <p className="mb-4">{words[change].text}</p>
                <Button busy={running?.[0] === change} onClick={() => setQuestion(change)}>
                  {words[change].button}
                </Button>
              </div>
            ))}
          </div>
        </>
      ) : (
        <Button busy={running !== undefined} onClick={() => apply('create')}>
          <CalendarPlus size={16} strokeWidth={1.5} aria-hidden="true" />
          {words.create}
        </Button>
      )}
      {question && (
        <ConfirmDialog
          title={words[question].button}
          question={words[question].question}
          confirmLabel={words[question].button}
          cancelLabel={words[question].cancel}
          onConfirm={() => apply(question)}
          onClose={() => setQuestion(null)}
        />
      )}
    </div>
  )
}
