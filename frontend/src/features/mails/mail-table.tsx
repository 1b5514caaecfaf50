import { useRef, useState } from 'react'
import { formatCount } from '../../lib/formats/format'
import { Button } from '../../ui/buttons/button'
import { rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { TableHead } from '../../ui/tables/table-head'
import { Moment } from '../../ui/text/moment'
import { Tag, type Tone } from '../../ui/text/tag'
import type { Mail, MailStatus } from './types'
import { statusWords, table as words } from './words'

const tones: Record<MailStatus, Tone> = { queued: 'orange', sent: 'green', failed: 'red', skipped: 'gray' }

const isKnown = (status: string): status is MailStatus => status in tones

const columns = [
  { label: words.to },
  { label: words.subject },
  { label: words.status },
  { label: words.attempts },
  { label: words.nextAt },
  { label: words.sentAt },
  { label: words.created, sort: 'createdAt' },
  { label: words.actions },
]

/** The emails, for admins (docs/product.md, section 4.5). On narrow screens each row becomes a sheet. */
export function MailTable({
  mails,
  sort,
  onSort,
  onSendAgain,
  onDismiss,
}: {
  mails: Mail[]
  sort: string
  onSort: (sort: string) => void
  /** Never throws. */
  onSendAgain: (mail: Mail) => Promise<unknown>
  onDismiss: (mail: Mail) => void
}) {
  const tableRef = useRef<HTMLTableElement>(null)

  // The button disappears once it has worked, and would take the focus with it.
  const sendAgain = async (mail: Mail) => {
    await onSendAgain(mail)
    if (document.activeElement === document.body) tableRef.current?.focus({ preventScroll: true })
  }
  return (
    <table ref={tableRef} tabIndex={-1} className={`${tableClass} outline-none`}>
      <caption className="sr-only">{words.caption}</caption>
      <TableHead columns={columns} sort={sort} onSort={onSort} />
      <tbody>
        {mails.map((mail) => (
          <tr key={mail._id} className={rowClass}>
            <td data-label={words.to} className={`${wideCellClass} wrap-anywhere`}>
              {mail.to}
            </td>
            <td data-label={words.subject} className={`${wideCellClass} wrap-anywhere lg:min-w-32`}>
              <span className="font-semibold">{mail.subject}</span>
              {mail.error && <span className="block text-muted">{mail.error}</span>}
            </td>
            <td data-label={words.status}>
              <Tag tone={isKnown(mail.status) ? tones[mail.status] : 'gray'}>
                {isKnown(mail.status) ? statusWords[mail.status] : mail.status}
              </Tag>
            </td>
            <td data-label={words.attempts}>{formatCount(mail.attempts)}</td>
            <td data-label={words.nextAt}>
              <OptionalMoment iso={mail.nextAt} />
            </td>
            <td data-label={words.sentAt}>
              <OptionalMoment iso={mail.sentAt} />
            </td>
            <td data-label={words.created}>
              <Moment iso={mail.createdAt} />
            </td>
            <td className={wideCellClass}>
              {(mail.status === 'failed' || mail.status === 'skipped') && (
                <div className="flex w-max gap-1">
                  <SendAgainButton mail={mail} onSendAgain={sendAgain} />
                  <Button
                    variant="quiet"
                    small
                    aria-label={words.actOn(words.dismiss, mail.subject, mail.to)}
                    onClick={() => onDismiss(mail)}
                  >
                    {words.dismiss}
                  </Button>
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
