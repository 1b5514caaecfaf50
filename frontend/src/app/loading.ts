import { type Failure, toFailure } from '../lib/failure'

/** What a loader found: the data, or the failure in its place. It is told, not thrown, so that the page stays. */
export type Loaded<Data> = { data: Data; failure?: undefined } | { data?: undefined; failure: Failure }

let asked = 0

/** When a page last asked for what it shows, in milliseconds of `performance.now()`. */
export const lastAsked = () => asked

/** Waits for a call of a page without ever throwing. */
export function settle<Data>(call: Promise<Data>): Promise<Loaded<Data>> {
  asked = performance.now()
  return call.then(
    (data) => ({ data }),
    (error: unknown) => ({ failure: toFailure(error) }),
  )
}

/** How many milliseconds a page waits for what it begins with: React keeps a placeholder that it has shown for 300. */
const MOMENT = 150

/** Waits a moment for what is nearly there, so that no placeholder is shown in its place. */
export const nearly = (loaded: Promise<unknown>): Promise<unknown> =>
  Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, MOMENT))])

/** True where a failure is to be told: not for a cancelled call, nor for a session that has ended. */
export const isTold = (failure: Failure) => !failure.cancelled && failure.status !== 401
