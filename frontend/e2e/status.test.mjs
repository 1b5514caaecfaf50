// The status page: a mail server that is away, what to do about it, and its return.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { assertLayout } from './browser.mjs'
import { region } from './desk.mjs'
import { openMailbox } from './mailbox.mjs'
import { changeSettings } from './operator.mjs'
import { openNewcomer } from './sample.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'

/** How often the page asks for the status, in milliseconds. */
const REFRESH = 30_000

let admin

openStage({}, async () => {
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  await changeSettings(server, { smtp: { enabled: true, host: '127.0.0.1', port: await closedPort() } })
})

/** A port of this machine at which nobody listens. */
async function closedPort() {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address()
  listener.close()
  await once(listener, 'close')
  return port
}

/** Checks that a job with a long error leaves the columns beside it on one line each. */
async function assertJobsOnOneLine(page) {
  const status = '**/api/desk/status'
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route(status, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    Object.assign(answer.jobs[0], {
      state: 'failing',
      error: 'it took too long '.repeat(20).trim(),
      took: 600_000,
    })
    await route.fulfill({ response, json: answer })
  })
  await page.reload()
  const table = page.getByRole('table').filter({ hasText: 'it took too long' })
  await table.waitFor()
  const wrapped = await table.locator('td:not(:first-child)').evaluateAll((cells) =>
    cells.map((cell) => {
      const content = document.createRange()
      content.selectNodeContents(cell)
      const isTall =
        content.getBoundingClientRect().height > 1.5 * Number.parseFloat(getComputedStyle(cell).lineHeight)
      return isTall ? cell.textContent : ''
    }),
  )
  assert.ok(wrapped.length > 40, 'cells are seen')
  assert.deepEqual(wrapped.filter(Boolean), [])
  await page.unroute(status)
}

/** Waits until the page has loaded the status. */
const statusLoaded = (page) =>
  page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/desk/status'))

test('the status page says what to do, and follows repairs', async () => {
  const { page } = admin
  await page.clock.install()
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Status', exact: true }).click()
  const trouble = page.getByRole('alert').filter({ hasText: 'What needs attention' })
  await trouble.getByText(/^Mail server: .*connection refused/).waitFor()
  await trouble.getByText(/^Ask whoever runs the server: check host and port/).waitFor()
  await region(page, 'Emails').getByText('Problem', { exact: true }).waitFor()
  await page.getByRole('row', { name: /Accept finished work by itself.*every minute/ }).waitFor()
  assert.ok(!(await trouble.textContent()).includes('127.0.0.1'), 'no address of a server is told')
  await assertLayout(page, 'the status with problems')

  await assertJobsOnOneLine(page)

  const last = statusLoaded(page)
  await page.clock.pauseAt(Date.now() + 2 * REFRESH)
  await last
  assert.deepEqual(admin.faults, [])
  const mailbox = await openMailbox(server)
  // The server keeps what it found for some seconds. One that has just started looks again.
  await server.kill()
  await server.start()
  const repaired = region(page, 'Emails').getByText(/takes connections/)
  for (let tries = 0; tries < 20 && (await repaired.count()) === 0; tries += 1) {
    const loaded = statusLoaded(page)
    await page.clock.runFor(REFRESH)
    await loaded
  }
  await repaired.waitFor()
  assert.equal(await trouble.getByText(/^Mail server: /).count(), 0)
  await mailbox.close()
  await admin.context.close() // its connection broke off with the server, which counts as a fault
})
