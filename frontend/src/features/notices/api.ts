import { sendChange } from '../../lib/api/change'
import { type Page, sendForPage } from '../../lib/api/client'
import { markedSchema, type Notice, type NoticeFilter, noticeSchema, noticesSchema } from './types'

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

/** Marks all notices of the reader as read. Throws a Failure. */
export const readAllNotices = () => sendChange(markedSchema, 'POST', '/notices/read-all')
