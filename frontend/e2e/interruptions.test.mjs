// What comes between a person and what they are doing: messages above a dialog, and leaving while something is sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './browser.mjs'
import { fill, openNewAssignment } from './desk.mjs'
import { openSamplePerson } from './sample.mjs'
import { makePdf } from './sample-files.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage({ sample: true })

const pdf = { name: 'tides.pdf', mimeType: 'application/pdf', buffer: makePdf('On the tides') }

/** The names of the buttons that assistive technology is told of. */
async function exposedButtons(page) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored, role }) => !ignored && role?.value === 'button')
    .map(({ name }) => name.value)
}

/** Sends an assignment from the upload page, reached from the dashboard; the request never ends. */
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

test('a message above a dialog is exposed to assistive technology and can be dismissed', async () => {
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
  assert.ok((await exposedButtons(page)).includes('Dismiss'), 'the message is not inert')
  await assertAccessible(page, 'a message above a dialog')
  await dismiss.click()
  await dismiss.waitFor({ state: 'detached' })
  assert.equal(await dialog.getByLabel(/^Note/).inputValue(), 'Two days.')
  await context.close()
})

test('leaving while a file is sent asks first: by a link, by Back, and by closing the tab', async () => {
  const { page, context } = await openSamplePerson(browser, server, 'robin')
  await sendForEver(page)
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  const stay = async () => {
    await question.waitFor()
    await assertAccessible(page, 'the question before the page is left')
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, '/upload')
    await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
  }
  await page.getByRole('link', { name: 'FAQ' }).click()
  await stay()
  await page.evaluate(() => window.history.back())
  await stay()

  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  assert.equal(dialog.type(), 'beforeunload')
  await dialog.dismiss()

  await page.getByRole('link', { name: 'FAQ' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await context.close()
})

test('a dialog that sends a file stays when one goes back, and its question lies above it', async () => {
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
