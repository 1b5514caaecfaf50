import { useState } from 'react'
import { showFailureToast, showSuccess } from '../feedback/action-toasts'

/** What is said about an action. */
type Said<Args extends unknown[], Result> = {
  /** That it worked. */
  done?: string | ((result: Result, ...args: Args) => string)
  /** Why it failed, where the server does not say so; or what is done about the failure. */
  failed: string | ((error: unknown, ...args: Args) => void)
}

/** Runs an action and reports the outcome in a toast. Resolves to whether it worked; never throws. */
export async function attempt<Args extends unknown[], Result>(
  act: (...args: Args) => Promise<Result>,
  { done, failed }: Said<Args, Result>,
  ...args: Args
): Promise<boolean> {
  try {
    const result = await act(...args)
    if (done) showSuccess(typeof done === 'string' ? done : done(result, ...args))
    return true
  } catch (error) {
    if (typeof failed === 'string') showFailureToast(error, failed)
    else failed(error, ...args)
    return false
  }
}

/** An action of a button that is busy while it runs. */
export function useAction<Args extends unknown[], Result>(
  act: (...args: Args) => Promise<Result>,
  said: Said<Args, Result>,
) {
  const [running, setRunning] = useState<Args>()
  return {
    busy: running !== undefined,
    /** The arguments of the current run, if there is one. */
    running,
    /** Runs it. Resolves to whether it worked; never throws. */
    run: async (...args: Args): Promise<boolean> => {
      setRunning(args)
      const worked = await attempt(act, said, ...args)
      setRunning(undefined)
      return worked
    },
  }
}
