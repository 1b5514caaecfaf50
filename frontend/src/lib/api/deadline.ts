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
