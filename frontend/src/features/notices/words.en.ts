/** The sentences of notices: the bell, its panel and the page. */
import { formatCount } from '../../lib/formats/format'

/** The bell counts no further. */
const MOST = 99

const countOf = (count: number) => (count > MOST ? `${MOST}+` : formatCount(count))

export const bell = {
  /** The name of the bell; without a count if there is none, or none is known. */
  label: (unread: number) => (unread > 0 ? `Notices, ${countOf(unread)} unread` : 'Notices'),
  count: countOf,
  /** Announced when the count changes. */
  changed: (unread: number) => {
    if (unread === 0) return 'No unread notices'
    return unread === 1 ? '1 unread notice' : `${countOf(unread)} unread notices`
  },
}

export const list = {
  title: 'Notices',
  loading: 'Loading notices',
  failed: 'Failed to load notices',
  /** Read by screen readers before the title of an unread notice. */
  unreadMark: 'Unread: ',
  all: 'All notices',
  markAll: 'Mark all as read',
  markAllFailed: 'Failed to mark all notices as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  /** The name of a button that marks one notice. */
  markOf: (act: string, title: string) => `${act}: ${title}`,
  markFailed: 'Failed to mark the notice',
  empty: 'No notices yet',
  emptyHint: 'When something happens that concerns you, we tell you here.',
}

export const page = {
  filter: 'Which notices',
  all: 'All',
  unread: 'Unread',
  noneUnread: 'No unread notices',
  noneUnreadHint: 'You have read everything.',
  showAll: 'Show all',
}
