import { Button } from '../../ui/buttons/button'
import type { Notice } from './model'
import { mark } from './notice-link'
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
