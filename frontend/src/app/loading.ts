import { type Failure, toFailure } from '../lib/failure'

/** What a loader found: the data, or the failure in its place. It is told, not thrown, so that the page stays. */
export type Loaded<Data> = { data: Data; failure?: undefined } | { data?: undefined; failure: Failure }

/** Waits for a call without ever throwing. */
export function settle<Data>(call: Promise<Data>): Promise<Loaded<Data>> {
  return call.then(
    (data) => ({ data }),
    (error: unknown) => ({ failure: toFailure(error) }),
  )
}

/** True where a failure is to be told: not for a cancelled call, nor for a session that has ended. */
export const isTold = (failure: Failure) => !failure.cancelled && failure.status !== 401
