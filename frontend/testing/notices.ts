import type { Notice } from '../src/features/notices/model'
import type { Answer, Call } from './fake-server'

/** A notice as the server sends it, with the fields that a test sets. */
export function notice(wanted: Partial<Notice> = {}): Notice {
  return {
    _id: 'n1',
    kind: 'assignment.graded',
    title: 'Graded: Essay on tides',
    body: 'Your assignment has been graded.',
    link: '/assignments/a1',
    readAt: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    ...wanted,
  }
}

/** The notices of one person on the fake server, with its calls. `rows` are newest first. */
export function noticesOnServer(rows: Notice[]) {
  const now = '2026-11-21T10:00:00.000Z'
  const found = (query: URLSearchParams) =>
    rows.filter(({ readAt }) => query.get('unread') !== 'true' || readAt === null)
  const handlers: Record<string, (call: Call) => Answer> = {
    'GET /notices': ({ query: text }) => {
      const query = new URLSearchParams(text)
      const [page, perPage] = [Number(query.get('page')), Number(query.get('perPage'))]
      const all = found(query)
      return {
        body: all.slice((page - 1) * perPage, page * perPage),
        headers: { 'X-Total-Count': String(all.length) },
      }
    },
    'POST /notices/read-all': () => {
      const updated = found(new URLSearchParams('unread=true')).length
      rows.forEach((row) => {
        row.readAt ??= now
      })
      return { body: { updated } }
    },
  }
  for (const row of rows)
    handlers[`PATCH /notices/${row._id}`] = ({ body }) => {
      row.readAt = Object(body).read ? now : null
      return { body: row }
    }
  return handlers
}
