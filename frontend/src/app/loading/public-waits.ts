/** How long a page waits for what it begins with, in milliseconds: React keeps a placeholder on screen for at least 300. */
const MOMENT = 150

/** How long a page waits when it is visited again, in milliseconds. */
const RETURN = 3000

const visited = new Set<string>()

const within = (milliseconds: number, loaded: Promise<unknown>): Promise<unknown> =>
  Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, milliseconds))])

/** Waits a moment for an answer that is about to arrive, so that no placeholder is shown for it. */
export const waitBriefly = (loaded: Promise<unknown>) => within(MOMENT, loaded)

/**
 * Waits for the answer of a page that was visited before: Back restores the
 * scroll position only if the page is as tall as it was. The first visit does not wait.
 */
export async function waitOnReturn(loaded: Promise<unknown>, { url }: Request): Promise<void> {
  const { pathname } = new URL(url)
  if (visited.has(pathname)) await within(RETURN, loaded)
  visited.add(pathname)
}
