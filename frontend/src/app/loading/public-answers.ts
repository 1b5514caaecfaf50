import { type Failure, toFailure } from '../../lib/api/failure'

/** What the loader of a public page got: the data or the failure. The failure is returned, not thrown, so that the page stays. */
export type Loaded<Data> = { data: Data; failure?: undefined } | { data?: undefined; failure: Failure }

/** Waits for a call of a public page. Never throws. */
export const settle = <Data>(call: Promise<Data>): Promise<Loaded<Data>> =>
  call.then(
    (data) => ({ data }),
    (error: unknown) => ({ failure: toFailure(error) }),
  )
