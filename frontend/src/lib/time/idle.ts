/** Waits at most so many milliseconds for a quiet moment. */
const PATIENCE = 1000

/** A moment at which the browser has nothing to draw: for what no page needs before it is first seen. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof window.requestIdleCallback === 'function')
      window.requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve)
  })
