import { unreachable } from './failure'

/** How long a form waits for the answer to a change that it sent, in milliseconds (docs/product.md, section 5.1). */
export const ANSWER_DEADLINE = 20_000

/**
 * Makes a call that ends by itself where no answer comes in time: with the
 * failure of a server that is not reached. Reading has no such limit.
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
