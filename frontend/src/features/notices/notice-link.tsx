import { Link } from 'react-router'
import { formatTime } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { showFailureToast } from '../../ui/feedback/action-toasts'
import { Distance } from '../../ui/text/moment'
import { Dot } from '../../ui/text/tag'
import { markNotice } from './api'
import type { Notice } from './model'
import { list as words } from './words.en'

/** Marks a notice as read or unread, and keeps its place and the focus. */
export function MarkButton({
  notice,
  onFocus,
  onBlur,
}: {
  notice: Notice
  onFocus?: () => void
  onBlur?: () => void
}) {
  const unread = notice.readAt === null
  const act = unread ? words.markRead : words.markUnread
  return (
    <Button
      variant="quiet"
      small
      aria-label={words.markOf(act, notice.title)}
      onFocus={onFocus}
      onBlur={onBlur}
      onClick={() => void mark(notice, unread)}
    >
      {act}
    </Button>
  )
}

/** Marks a notice as read or unread. A failure is shown in a toast. */
const mark = (notice: Notice, read: boolean) =>
  markNotice(notice, read).catch((error: unknown) => showFailureToast(error, words.markFailed))

/** A notice, which marks itself as read and opens what it is about. */
export function NoticeLink({
  notice,
  brief = false,
  className,
  onOpen,
}: {
  notice: Notice
  /** Shows only the first line of the text. */
  brief?: boolean
  className: string
  onOpen?: () => void
}) {
  const { link, readAt } = notice
  if (!link)
    return (
      <div className={className}>
        <Summary notice={notice} brief={brief} />
      </div>
    )
  return (
    <Link
      to={link}
      className={`${className} hover:bg-base-200`}
      onClick={() => {
        if (readAt === null) void mark(notice, true)
        onOpen?.()
      }}
    >
      <Summary notice={notice} brief={brief} />
    </Link>
  )
}

/** What a notice says, and how long ago it came. An unread one has a dot, a bold title and, for screen readers, a word. */
function Summary({ notice: { title, body, readAt, createdAt }, brief }: { notice: Notice; brief: boolean }) {
  const unread = readAt === null
  return (
    <span className="flex gap-3">
      <span className="mt-2 flex size-2 shrink-0">{unread && <Dot tone="red" />}</span>
      <span className="grid min-w-0 wrap-anywhere">
        <span className={unread ? 'font-semibold' : ''}>
          {unread && <span className="sr-only">{words.unreadMark}</span>}
          {title}
        </span>
        <span className={`text-muted ${brief ? 'truncate' : ''}`}>{body}</span>
        <time dateTime={createdAt} title={formatTime(createdAt)} className="text-sm text-muted">
          <Distance iso={createdAt} />
        </time>
      </span>
    </span>
  )
}
