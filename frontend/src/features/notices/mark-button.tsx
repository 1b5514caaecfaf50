import { Button } from '../../ui/buttons/button'
import { mark } from './notice-link'
import type { Notice } from './types'
import { list as words } from './words'

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
