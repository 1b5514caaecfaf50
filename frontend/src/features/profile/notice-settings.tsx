import { useRef } from 'react'
import { useAnswer } from '../../lib/api/query'
import { showFailureToast } from '../../ui/feedback/action-toasts'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { type Column, Table } from '../../ui/tables/table'
import { Section } from '../../ui/text/section'
import { noticeSettingsQuery, updateNoticeSetting } from './api'
import type { Channel, NoticeSetting } from './model'
import { noticeSettings as words } from './words.en'

const columns: Column<NoticeSetting>[] = [
  {
    head: words.columns.kind,
    hidden: 'in sheets',
    wide: true,
    cell: ({ title, required }) => (
      <>
        {title}
        {required && <p className="text-[0.9375rem] text-muted">{words.required}</p>}
      </>
    ),
  },
  { head: words.columns.app, cell: (setting) => <Choice setting={setting} channel="app" /> },
  { head: words.columns.mail, cell: (setting) => <Choice setting={setting} channel="mail" /> },
]

/** How the reader is told of each kind of event (docs/product.md, section 9.2). */
export function NoticeSettings() {
  return (
    <Section title={words.section} headingClass="text-2xl">
      <p className="mt-2 mb-4 max-w-prose">{words.text}</p>
      <Choices />
    </Section>
  )
}

function Choices() {
  return (
    <LoadedAnswer
      answer={useAnswer(noticeSettingsQuery)}
      failed={words.loadFailure}
      loading={words.loading}
      height={28}
    >
      {({ kinds }) => (
        <Table columns={columns} rows={kinds} keyOf={({ kind }) => kind} aria-label={words.section} />
      )}
    </LoadedAnswer>
  )
}

/** One switch. While a change is being saved, further presses do nothing. */
function Choice({
  setting: { kind, title, required, ...chosen },
  channel,
}: {
  setting: NoticeSetting
  channel: Channel
}) {
  const saving = useRef(false)
  const on = chosen[channel]
  if (required) return on ? words.always : words.never

  const change = async () => {
    if (saving.current) return
    saving.current = true
    try {
      await updateNoticeSetting(kind, channel, !on)
    } catch (error) {
      showFailureToast(error, words.saveFailure)
    } finally {
      saving.current = false
    }
  }

  return (
    <input
      type="checkbox"
      role="switch"
      className="size-5 accent-primary"
      aria-label={words.switchName[channel](title)}
      aria-checked={on}
      checked={on}
      onChange={() => void change()}
    />
  )
}
