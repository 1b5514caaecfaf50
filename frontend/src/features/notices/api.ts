import { sendChange } from '../../lib/api/change'
import { type Page, sendForPage } from '../../lib/api/client'
import { learn, learnRows, makeChange, question } from '../../lib/api/query'
import { serverNow } from '../../lib/time/clock'
import { markedSchema, type Notice, type NoticeFilter, noticeSchema, noticesSchema } from './model'

/** One page of the reader's notices, newest first, and how many match. Throws a Failure. */
export function listNotices({ show, page }: NoticeFilter, signal?: AbortSignal): Promise<Page<Notice>> {
  const query = { ...(show === 'unread' && { unread: 'true' }) }
  return sendForPage(noticesSchema, '/notices', { query, page, signal })
}

/** The newest notices of the reader, at most `perPage`. Throws a Failure. */
export const listRecentNotices = (perPage: number, signal?: AbortSignal) =>
  sendForPage(noticesSchema, '/notices', { page: 1, perPage, signal })

/** The number of notices that the reader has not read. Throws a Failure. */
export async function countUnread(signal?: AbortSignal): Promise<number> {
  const query = { unread: 'true' }
  const call = { query, page: 1, perPage: 1, signal, background: true }
  const { total } = await sendForPage(noticesSchema, '/notices', call)
  return total
}

/** Marks a notice as read or unread, and answers it. Throws a Failure. */
export const updateNotice = (id: string, read: boolean) =>
  sendChange(noticeSchema, 'PATCH', `/notices/${encodeURIComponent(id)}`, { read })

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

/** Marks a notice that is not marked so yet, with `updateNotice`. It shows at once, and is taken back if it fails. */
export function markNotice({ _id, readAt }: Notice, read: boolean) {
  show(_id, read ? new Date(serverNow()).toISOString() : null)
  return makeChange(
    [{ noun, id: _id, change: 'update' }],
    () => updateNotice(_id, read),
    undefined,
    () => show(_id, readAt),
  )
}

/** Marks all notices of the reader as read. What was marked shows at once. Throws a Failure. */
export const readAllNotices = () =>
  makeChange(
    [{ noun, id: '', change: 'update' }],
    () => sendChange(markedSchema, 'POST', '/notices/read-all'),
    () => {
      const readAt = new Date(serverNow()).toISOString()
      learnRows<Notice>(pages, (row) => ({ ...row, readAt: row.readAt ?? readAt }))
      learn<number>(unreadQuery.queryKey, () => 0)
    },
  )
