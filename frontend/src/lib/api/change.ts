import type * as v from 'valibot'
import { send } from './client'
import { unreachable } from './failure'

/** How long a form waits for the answer to a change, in milliseconds (docs/product.md, section 5.1). */
export const ANSWER_DEADLINE = 20_000

/**
 * Makes a call with a deadline. If no answer comes in time, the call fails as if
 * the server could not be reached. Reads have no deadline.
 */
export async function withDeadline<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(unreachable()), ANSWER_DEADLINE)
  try {
    return await call(abort.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a change below `/api` with a deadline, and decodes its answer. Throws a Failure. */
export const sendChange = <Schema extends v.GenericSchema>(
  schema: Schema,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => withDeadline((signal) => send(schema, path, { method, ...(body && { body }), signal }))
