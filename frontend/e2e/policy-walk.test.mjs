// Opens every page and its dialogs with the content security policy on. Nothing may be blocked, and nothing may fail.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, openPerson, pageReady, scrollThrough } from './browser.mjs'
import { chooseFromMenu, download, item, openNewAssignment } from './desk.mjs'
import { call, openSamplePerson } from './sample.mjs'
import { makePdf } from './sample-files.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage({ sample: true })

/**
 * Collects the faults in a person's pages and new tabs: violations of the content security
 * policy, console errors, exceptions, failed requests, and answers of 400 or more, except
 * for the unknown address `missing`.
 */
async function watch({ context, page }, missing = '') {
  const faults = []
  await context.exposeBinding('reportViolation', (_source, violation) => faults.push(`policy: ${violation}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      window.reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile}`),
    )
  })
  const watchPage = (opened) => {
    opened.on('console', (message) => {
      // Failed answers are reported below, with their address.
      const answer = message.text().startsWith('Failed to load resource: the server responded')
      if (message.type() === 'error' && !answer) faults.push(`console: ${message.text()}`)
    })
    opened.on('pageerror', (error) => faults.push(`exception: ${error}`))
  }
  watchPage(page)
  context.on('page', watchPage)
  context.on('requestfailed', (request) => {
    // Requests are aborted when their page is left, and when the answer becomes a download.
    const { errorText } = request.failure()
    if (errorText !== 'net::ERR_ABORTED') faults.push(`request: ${request.url()} ${errorText}`)
  })
  context.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    const isMissing =
      pathname === missing || (pathname === '/api/users/calendar' && response.status() === 404) // nobody has one yet
    if (response.status() >= 400 && !isMissing) faults.push(`answer: ${response.status()} ${pathname}`)
    if (response.request().isNavigationRequest() && pathname !== missing && !pathname.startsWith('/api/')) {
      const policy = response.headers()['content-security-policy'] ?? ''
      if (!policy.startsWith("default-src 'self'")) faults.push(`policy of ${pathname}: ${policy}`)
    }
  })
  return faults
}

/** Opens pages and scrolls each to its end. */
async function walk(page, addresses) {
  for (const address of addresses) {
    await page.goto(address)
    await scrollThrough(page)
    await pageReady(page)
  }
}

async function switchTheme(page) {
  for (const mode of ['dark', 'light']) {
    await page.getByRole('button', { name: `Use ${mode} mode` }).click()
    await page.waitForFunction((chosen) => document.documentElement.dataset.theme === chosen, mode)
  }
}

const closeDialog = async (page, role) => {
  await page.keyboard.press('Escape')
  await page.getByRole(role).waitFor({ state: 'detached' })
}

test('the pages of a visitor have no faults', async () => {
  const visitor = await openPerson(browser, server.url)
  const faults = await watch(visitor, '/no-such-page')
  const { page } = visitor
  const services = await call(server, '', 'GET', '/services')
  await walk(page, [
    '/',
    '/?success=true#faq-section',
    '/login',
    '/signup',
    '/user/signup',
    '/admin/signup',
    '/services',
    ...services.map(({ slug }) => `/services/${slug}`),
    '/terms-of-use',
    '/privacy-policy',
    '/revision-refund-policy',
    '/fair-use-policy',
    '/no-such-page',
  ])
  await switchTheme(page)

  await page.getByRole('button', { name: 'Services', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Research papers' }).click()
  await page.waitForURL('**/services/*')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'FAQ' }).click()
  await page.getByText('What does a quote cost?').click()
  assert.deepEqual(faults, [])
  await visitor.context.close()
})

test('sending the quote form has no faults', async () => {
  const visitor = await openPerson(browser, server.url)
  const faults = await watch(visitor)
  const { page } = visitor
  await page.goto('/services/essay-writing')
  const form = page.getByRole('region', { name: 'Request a quote' })
  const send = form.getByRole('button', { name: 'Get Your Free Quote Now!' })
  await form.getByLabel(/^I accept/).check()
  await send.click()
  await form.getByRole('alert').getByText('Email is required').waitFor()
  await form.getByRole('combobox', { name: 'Country code' }).click()
  await form.getByRole('option', { name: 'New Zealand (+64)' }).click()
  await form.getByLabel('Email').fill('visitor@example.com')
  await form.getByLabel('Phone').fill('021 123 4567')
  await form.getByLabel('Subject or course code').fill('HIST101')
  await form.getByLabel('Description').fill('Two thousand words, three sources.')
  await form.getByLabel('Deadline date').fill('2031-12-01')
  await form.getByLabel('Deadline time').fill('21:00')
  const file = { name: 'brief.pdf', mimeType: 'application/pdf', buffer: makePdf('On the tides') }
  await form.getByLabel(/^Files/).setInputFiles([file])
  await send.click()
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  assert.deepEqual(faults, [])
  await visitor.context.close()
})

test("a student's pages, dialogs and downloads have no faults", async () => {
  const student = await openSamplePerson(browser, server, 'robin')
  const faults = await watch(student)
  const { page, context } = student
  const [first] = await call(server, student.token, 'GET', '/assignments?status=submitted,in_progress')
  await walk(page, [
    '/',
    '/upload',
    `/assignments/${first._id}`,
    '/profile',
    '/profile/dashboard',
    '/profile/settings',
  ])
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByRole('dialog', { name: 'Change Password' }).waitFor()
  await closeDialog(page, 'dialog')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByRole('alertdialog').waitFor()
  await closeDialog(page, 'alertdialog')

  const subscribed = page.waitForResponse(
    (response) => response.url().endsWith('/api/realtime') && response.request().method() === 'POST',
  )
  await page.goto('/dashboard')
  await subscribed
  await switchTheme(page)
  const modal = await openNewAssignment(page)
  await modal.getByLabel('Title').fill('With a file')
  await modal.getByLabel('Description').fill('x')
  await modal.getByLabel('Subject').fill('x')
  await modal.getByLabel('Due date').fill('2031-12-01T21:00')
  await modal
    .getByLabel(/^File/)
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: makePdf('On the tides') })
  await modal.getByRole('button', { name: 'Create Assignment' }).click()
  await item(page, 'With a file').waitFor()
  const saved = await download(page, () => chooseFromMenu(page, 'With a file', 'Download'))
  assert.equal(saved.suggestedFilename(), 'a.pdf')
  await chooseFromMenu(page, 'With a file', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()

  const admin = await openSamplePerson(browser, server, 'ada')
  await call(server, admin.token, 'PATCH', `/assignments/${first._id}`, { status: 'graded', grade: 'B plus' })
  await item(page, first.title).getByText('B plus').waitFor()
  await admin.context.close()

  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  assert.deepEqual(faults, [])
  await context.close()
})

test('the pages of a tutor have no faults', async () => {
  const tutor = await openSamplePerson(browser, server, 'kim')
  const faults = await watch(tutor)
  const { recentAssignments } = await call(server, tutor.token, 'GET', '/assignments/tutor-assignments')
  await walk(tutor.page, [
    '/tutor/dashboard',
    '/tutor/dashboard/available',
    '/tutor/dashboard/submit',
    '/tutor/assignments',
    '/tutor/assignments?show=open',
    `/assignments/${recentAssignments[0]._id}`,
    '/profile/dashboard',
  ])
  await switchTheme(tutor.page)
  assert.deepEqual(faults, [])
  await tutor.context.close()
})

test('the pages and dialogs of an admin have no faults', async () => {
  const admin = await openSamplePerson(browser, server, 'ada')
  const faults = await watch(admin)
  const { page } = admin
  await page.goto('/admin/dashboard')
  const tabs = page.getByRole('navigation', { name: 'Dashboard sections' })
  await tabs.waitFor()
  const labels = await tabs.getByRole('link').allInnerTexts()
  assert.ok(labels.length >= 3, labels.join(' '))
  for (const label of labels) {
    await tabs.getByRole('link', { name: label }).click()
    await scrollThrough(page)
  }
  await walk(page, ['/profile', '/admin/dashboard/quotes'])
  await page
    .getByRole('button', { name: /^Open Q-/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: /^Quote Q-/ }).waitFor()
  await closeDialog(page, 'dialog')
  await walk(page, ['/admin/dashboard/users'])
  await page.getByLabel('Role of Robin Vale').selectOption('Tutor')
  await page.getByRole('alertdialog').waitFor()
  await closeDialog(page, 'alertdialog')
  await walk(page, ['/admin/dashboard'])
  await page
    .getByRole('button', { name: /^Update / })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Update Assignment' }).waitFor()
  await closeDialog(page, 'dialog')
  await switchTheme(page)
  assert.deepEqual(faults, [])
  await admin.context.close()
})

test('the walk detects each fault', async () => {
  const visitor = await openPerson(browser, server.url)
  const faults = await watch(visitor)
  const { page } = visitor
  await page.goto('/login')
  await page.locator('h1').waitFor()
  await page.evaluate(`console.error('planted')`)
  await page.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.body.append(script)
    setTimeout(() => {
      throw new Error('thrown')
    })
    await fetch('/api/nothing-here')
    await fetch('http://127.0.0.1:9/').catch(() => undefined)
  })
  await page.route('**/api/site', (route) => route.abort('connectionreset'))
  await page.evaluate(() => fetch('/api/site').catch(() => undefined))
  const detected = (pattern) =>
    eventually(page, () => faults.some((fault) => pattern.test(fault)), true, String(pattern))
  await detected(/^policy: script-src-elem inline/)
  await detected(/^policy: connect-src http:\/\/127\.0\.0\.1:9/)
  await detected(/^console: planted/)
  await detected(/^exception: Error: thrown/)
  await detected(/^answer: 404 \/api\/nothing-here/)
  await detected(/^request: .*\/api\/site net::ERR_CONNECTION_RESET/)
  assert.equal(await page.evaluate(() => window.ran), undefined)
  await visitor.context.close()
})
