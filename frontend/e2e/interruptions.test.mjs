// Toasts above a dialog, and leaving a page while it sends something.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './browser.mjs'
import { fill, openNewAssignment } from './desk.mjs'
import { openSamplePerson } from './sample.mjs'
import { makePdf } from './sample-files.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage({ sample: true })

const pdf = { name: 'tides.pdf', mimeType: 'application/pdf', buffer: makePdf('On the tides') }

/** The names of the buttons in the accessibility tree. */
async function exposedButtons(page) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored, role }) => !ignored && role?.value === 'button')
    .map(({ name }) => name.value)
}

/** Opens the upload page from the dashboard and sends an assignment. The request never ends. */
async function sendForEver(page) {
  await page.route('**/api/assignments', () => undefined)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Upload Assignment' }).click()
  await page.waitForURL('**/upload')
  await fill(page, {
    Title: 'The tides',
    Description: 'Two thousand words.',
    Subject: 'Physics',
    'Due date': '2031-12-01',
  })
  await page.getByLabel('Attachment').setInputFiles(pdf)
  await page.getByRole('button', { name: 'Upload Assignment' }).click()
  await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
}

test('a toast above a dialog can be dismissed', async () => {
  const { page, context } = await openSamplePerson(browser, server, 'ada')
  await page.goto('/admin/dashboard/quotes')
  await page
    .getByRole('button', { name: /^Open Q-/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Quote Q-/ })
  await page.route('**/api/quotes/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await dialog.getByLabel(/^Note/).fill('Two days.')
  await dialog.getByRole('button', { name: 'Update Quote' }).click()
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await dismiss.waitFor()
  await dismiss.focus()
  assert.ok((await exposedButtons(page)).includes('Dismiss'), 'the toast is not inert')
  await assertAccessible(page, 'a toast above a dialog')
  await dismiss.click()
  await dismiss.waitFor({ state: 'detached' })
  assert.equal(await dialog.getByLabel(/^Note/).inputValue(), 'Two days.')
  await context.close()
})

test('leaving in any way during an upload asks for confirmation', async () => {
  const { page, context } = await openSamplePerson(browser, server, 'robin')
  await sendForEver(page)
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  const stay = async () => {
    await question.waitFor()
    await assertAccessible(page, 'the confirmation')
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, '/upload')
    await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
  }
  await page.getByRole('link', { name: 'FAQ' }).click()
  await stay()
  await page.evaluate(() => window.history.back())
  await stay()

  const opened = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await opened
  assert.equal(dialog.type(), 'beforeunload')
  await dialog.dismiss()

  await page.getByRole('link', { name: 'FAQ' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await context.close()
})

test('Back during an upload in a dialog asks for confirmation', async () => {
  const { page, context } = await openSamplePerson(browser, server, 'robin')
  await page.route('**/api/assignments', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Personal information' }).waitFor()
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Dashboard' }).click()
  const modal = await openNewAssignment(page)
  await modal.getByLabel('Title').fill('The tides')
  await modal.getByLabel('Description').fill('Two thousand words.')
  await modal.getByLabel('Subject').fill('Physics')
  await modal.getByLabel('Due date').fill('2031-12-01T21:00')
  await modal.getByLabel(/^File/).setInputFiles(pdf)
  await modal.getByRole('button', { name: 'Create Assignment' }).click()
  await modal.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
  await page.evaluate(() => window.history.back())
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, '/dashboard')
  await modal.getByText('tides.pdf').waitFor()
  await context.close()
})
