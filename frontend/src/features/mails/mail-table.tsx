import { useState } from 'react'
import { formatCount, nameIn } from '../../lib/formats/format'
import { Button } from '../../ui/buttons/button'
import { type Column, type RowsOf, Table } from '../../ui/tables/table'
import { Moment } from '../../ui/text/moment'
import { Tag, type Tone } from '../../ui/text/tag'
import type { Mail } from './model'
import { statusWords, table as words } from './words.en'

const tones: Partial<Record<string, Tone>> = { queued: 'orange', sent: 'green', failed: 'red' }

/** The emails, for admins (docs/product.md, section 4.5). The table can take the focus of a button that disappears. */
export function MailTable({
  onSendAgain,
  onDismiss,
  ...table
}: RowsOf<Mail> & {
  /** Never throws. */
  onSendAgain: (mail: Mail) => Promise<unknown>
  onDismiss: (mail: Mail) => void
}) {
  const columns: Column<Mail>[] = [
    { head: words.to, wide: true, className: 'wrap-anywhere', cell: ({ to }) => to },
    {
      head: words.subject,
      wide: true,
      className: 'wrap-anywhere lg:min-w-32',
      cell: ({ subject, error }) => (
        <>
          <span className="font-semibold">{subject}</span>
          {error && <span className="block text-muted">{error}</span>}
        </>
      ),
    },
    {
      head: words.status,
      cell: ({ status }) => <Tag tone={tones[status] ?? 'gray'}>{nameIn(statusWords, status)}</Tag>,
    },
    { head: words.attempts, cell: ({ attempts }) => formatCount(attempts) },
    { head: words.nextAt, cell: ({ nextAt }) => <OptionalMoment iso={nextAt} /> },
    { head: words.sentAt, cell: ({ sentAt }) => <OptionalMoment iso={sentAt} /> },
    { head: words.created, sort: 'createdAt', cell: ({ createdAt }) => <Moment iso={createdAt} /> },
    {
      head: words.actions,
      hidden: 'in sheets',
      wide: true,
      cell: (mail) =>
        (mail.status === 'failed' || mail.status === 'skipped') && (
          <div className="flex w-max gap-1">
            <SendAgainButton mail={mail} onSendAgain={onSendAgain} />
            <Button
              variant="quiet"
              small
              aria-label={words.actOn(words.dismiss, mail.subject, mail.to)}
              onClick={() => onDismiss(mail)}
            >
              {words.dismiss}
            </Button>
          </div>
        ),
    },
  ]
  return (
    <Table
      {...table}
      caption={words.caption}
      columns={columns}
      keyOf={({ _id }) => _id}
      tabIndex={-1}
      className="outline-none"
    />
  )
}

function OptionalMoment({ iso }: { iso: string | null }) {
  return iso ? <Moment iso={iso} /> : <span className="text-muted">{words.none}</span>
}

function SendAgainButton({
  mail,
  onSendAgain,
}: {
  mail: Mail
  onSendAgain: (mail: Mail) => Promise<unknown>
}) {
  const [busy, setBusy] = useState(false)

  const send = async () => {
    setBusy(true)
    await onSendAgain(mail)
    setBusy(false)
  }
  return (
    <Button
      small
      busy={busy}
      aria-label={words.actOn(words.sendAgain, mail.subject, mail.to)}
      onClick={() => void send()}
    >
      {words.sendAgain}
    </Button>
  )
}
