// The status page: a mail server that is away, what to do about it, and its return.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { assertLayout } from './browser.mjs'
import { close, region } from './desk.mjs'
import { openMailbox } from './mailbox.mjs'
import { changeSettings } from './operator.mjs'
import { openNewcomer } from './sample.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'

/** How long the page may take to see a change by itself, in milliseconds. */
const PATIENCE = 120_000

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

test('the status page tells what is wrong and what to do, and follows the repair', async () => {
  const { page } = admin
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Status', exact: true }).click()
  const trouble = page.getByRole('alert').filter({ hasText: 'What needs attention' })
  await trouble.getByText(/^Mail server: .*connection refused/).waitFor()
  await trouble.getByText(/^Ask whoever runs the server: check host and port/).waitFor()
  await region(page, 'Emails').getByText('Problem', { exact: true }).waitFor()
  await page.getByRole('row', { name: /Accept finished work by itself.*every minute/ }).waitFor()
  assert.ok(!(await trouble.textContent()).includes('127.0.0.1'), 'no address of a server is told')
  await assertLayout(page, 'the status with problems')

  const mailbox = await openMailbox(server)
  await region(page, 'Emails')
    .getByText(/takes connections/)
    .waitFor({ timeout: PATIENCE })
  assert.equal(await trouble.getByText(/^Mail server: /).count(), 0)
  assert.deepEqual(admin.faults, [])
  await mailbox.close()
  await close(admin)
})
