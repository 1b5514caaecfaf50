import * as v from 'valibot'

/** Where the reader is logged in (docs/product.md, section 2.4); times are RFC 3339 in UTC. */
export const openSessionSchema = v.object({
  _id: v.string(),
  device: v.string(),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  isCurrent: v.boolean(),
})

export type OpenSession = v.InferOutput<typeof openSessionSchema>

export const openSessionsSchema = v.array(openSessionSchema)

export const endedSchema = v.object({ message: v.string() })
