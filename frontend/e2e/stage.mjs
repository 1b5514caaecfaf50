// What the tests of one file share: a server, and a browser.
import { after, before } from 'node:test'
import { openBrowser } from './browser.mjs'
import { startServer } from './server.mjs'

export let server
export let browser

/**
 * Opens both before the first test of the file and closes them after the last. `options` are those of `startServer`;
 * `prepare` does what the tests of the file need beforehand.
 */
export function openStage(options, prepare) {
  before(async () => {
    server = await startServer(options)
    browser = await openBrowser()
    await prepare?.()
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
  })
}
