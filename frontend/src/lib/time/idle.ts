/** The longest wait for an idle moment, in milliseconds. */
const PATIENCE = 1000

/** Resolves when the browser is idle: for work that can wait until the page is visible. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof window.requestIdleCallback === 'function')
      window.requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve)
  })
