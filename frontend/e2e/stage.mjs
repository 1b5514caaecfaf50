// The server and the browser that the tests of one file share.
import { after, before } from 'node:test'
import { openBrowser } from './browser.mjs'
import { startServer } from './server.mjs'

export let server
export let browser

/**
 * Starts both before the first test of the file and closes them after the last. `options` are passed to `startServer`;
 * `prepare` runs before the first test.
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
