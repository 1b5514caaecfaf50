import * as v from 'valibot'

/**
 * What somebody is told about their work (docs/product.md, section 9.1). `link`
 * is a path of this site, '' if there is nothing to open. Times are RFC 3339 in
 * UTC; `readAt` is null while the notice is unread.
 */
export const noticeSchema = v.object({
  _id: v.string(),
  kind: v.string(),
  title: v.string(),
  body: v.string(),
  link: v.string(),
  readAt: v.nullable(v.string()),
  createdAt: v.string(),
})

export type Notice = v.InferOutput<typeof noticeSchema>

export const noticesSchema = v.array(noticeSchema)

export const markedSchema = v.object({ updated: v.number() })

/** One page of the notices, all or only the unread ones; pages count from 1. */
export type NoticeFilter = { show: 'all' | 'unread'; page: number }
