import { learn, learnRows, makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { serverNow } from '../../lib/time/clock'
import { countUnread, listNotices, listRecentNotices, readAllNotices, updateNotice } from './api'
import type { Notice, NoticeFilter } from './types'

const noun = 'notices'

const pages = [noun, 'pages']

/** How many notices the panel of the bell shows. */
export const RECENT = 8

/** The number of unread notices. */
export const unreadQuery = question([noun, 'unread'], countUnread, [noun])

/** The newest notices, read or not. */
export const recentNoticesQuery = question(
  [...pages, 'recent'],
  (signal) => listRecentNotices(RECENT, signal),
  [noun],
)

/** One page of the notices. */
export const noticesQuery = (filter: NoticeFilter) =>
  question([...pages, filter], (signal) => listNotices(filter, signal), [noun])

/** Shows a notice as read at a time, or as unread, and counts it accordingly. */
function show(id: string, readAt: string | null) {
  learnRows<Notice>(pages, (row) => (row._id === id ? { ...row, readAt } : row))
  learn<number>(unreadQuery.queryKey, (count) => Math.max(0, count + (readAt ? -1 : 1)))
}

/** As `updateNotice`, for a notice that is not marked so yet. It shows at once, and is taken back if it fails. */
export function markNotice({ _id, readAt }: Notice, read: boolean) {
  show(_id, read ? new Date(serverNow()).toISOString() : null)
  return makeChange(
    [{ noun, id: _id, change: 'update' }],
    () => updateNotice(_id, read),
    undefined,
    () => show(_id, readAt),
  )
}

/** As `readAllNotices`; what was marked shows at once. */
export const markAllRead = () =>
  makeChange([{ noun, id: '', change: 'update' }], readAllNotices, () => {
    const readAt = new Date(serverNow()).toISOString()
    learnRows<Notice>(pages, (row) => ({ ...row, readAt: row.readAt ?? readAt }))
    learn<number>(unreadQuery.queryKey, () => 0)
  })
