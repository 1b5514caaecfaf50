import { useState } from 'react'
import { showFailureToast } from '../feedback/failure-toast'
import { showSuccess } from '../feedback/success-toast'

/** An action and what is said about it: why it failed, where the server does not say so, and that it is done. */
export function useAction<Args extends unknown[], Result>(
  act: (...args: Args) => Promise<Result>,
  said: {
    done?: string | ((result: Result, ...args: Args) => string)
    failed: string | ((error: unknown) => void)
  },
) {
  const [busy, setBusy] = useState(false)
  return {
    /** True while it runs. */
    busy,
    /** Runs it, and resolves to whether it worked. Never throws. */
    run: async (...args: Args): Promise<boolean> => {
      setBusy(true)
      try {
        const result = await act(...args)
        if (said.done) showSuccess(typeof said.done === 'string' ? said.done : said.done(result, ...args))
        return true
      } catch (error) {
        if (typeof said.failed === 'string') showFailureToast(error, said.failed)
        else said.failed(error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
