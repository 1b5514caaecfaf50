// Redirects, sessions, drafts and themes across tabs and reloads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, openPerson } from './browser.mjs'
import { item, logIn, openNewAssignment, submitAssignment } from './desk.mjs'
import { openNewcomer } from './sample.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'

let student
let admin

openStage({}, async () => {
  student = await openNewcomer(browser, server, 'Robin Vale')
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
})

const expectRedirect = async (page, address, expected) => {
  await page.goto(address)
  await page.waitForURL((url) => url.pathname + url.search === expected)
  await page.locator('h1').waitFor()
}

test('visitors are redirected to the login page', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  for (const address of ['/dashboard', '/admin/dashboard', '/tutor/dashboard', '/profile']) {
    await expectRedirect(page, address, `/login?next=${encodeURIComponent(address)}`)
  }
  assert.deepEqual(faults, [])
  await context.close()
})

test('Back from login returns to the page before the redirect', async () => {
  const { page, context } = await openPerson(browser, server.url)
  await page.goto('/services')
  await expectRedirect(page, '/profile', '/login?next=%2Fprofile')
  await page.goBack()
  await page.waitForURL('**/services')
  await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor()
  await context.close()
})

test('signed-in people are redirected to their own dashboard', async () => {
  await expectRedirect(student.page, '/admin/dashboard', '/dashboard')
  await expectRedirect(student.page, '/tutor/dashboard', '/dashboard')
  await expectRedirect(student.page, '/login', '/dashboard')
  await expectRedirect(admin.page, '/dashboard', '/admin/dashboard')
  await expectRedirect(admin.page, '/login', '/admin/dashboard')
})

test('a spinner shows while the session is checked', async () => {
  const { page } = student
  let release
  const released = new Promise((resolve) => {
    release = resolve
  })
  await page.route('**/api/auth/me', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await page.getByRole('status', { name: 'Loading', exact: true }).waitFor()
  release()
  await page.getByRole('heading', { name: 'Your Assignments' }).waitFor()
  await page.unroute('**/api/auth/me')
})

test('the theme is light at first, and survives a reload', async () => {
  const { page, context } = await openPerson(browser, server.url)
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  assert.equal(await theme(), 'light')
  await page.getByRole('button', { name: 'Use dark mode' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Use light mode' }).waitFor()
  assert.equal(await theme(), 'dark')
  await context.close()
})

test('the theme follows another tab, and colours the browser', async () => {
  const { page, context } = await openPerson(browser, server.url)
  const themeOf = (tab) => () =>
    tab.evaluate(() => [
      document.documentElement.dataset.theme,
      document.querySelector('meta[name="theme-color"]').content,
    ])
  const other = await context.newPage()
  await other.goto('/services')
  await page.goto('/')
  await page.getByRole('button', { name: 'Use dark mode' }).click()
  await eventually(page, themeOf(page), ['dark', '#131922'])
  await eventually(other, themeOf(other), ['dark', '#131922'])
  await other.reload()
  await other.getByRole('button', { name: 'Use light mode' }).click()
  await eventually(page, themeOf(page), ['light', '#fcfaf6'])
  await context.close()
})

test('a half-written assignment survives a reload until it is sent', async () => {
  const { page } = student
  await page.goto('/dashboard')
  let modal = await openNewAssignment(page)
  await modal.getByLabel('Title').fill('Half an essay')
  await modal.getByLabel('Description').fill('It was a dark and')
  await modal.getByLabel('Priority').selectOption('High')
  await page.reload()

  modal = await openNewAssignment(page)
  const values = async () => {
    const fields = ['Title', 'Description', 'Priority'].map((label) => modal.getByLabel(label))
    return Promise.all(fields.map((field) => field.inputValue()))
  }
  await eventually(page, values, ['Half an essay', 'It was a dark and', 'High'])
  await modal.getByRole('button', { name: 'Cancel' }).click()

  await submitAssignment(page, { title: 'Half an essay, finished' })
  modal = await openNewAssignment(page)
  await eventually(page, () => modal.getByLabel('Title').inputValue(), '')
  await page.keyboard.press('Escape')
})

test('times are shown in the local zone, sent in UTC', async () => {
  const { page } = student
  await page.goto('/dashboard')
  const [sent] = await Promise.all([
    page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/assignments'),
    ),
    submitAssignment(page, { title: 'Due at nine', dueDate: '2031-12-01T21:00' }),
  ])
  const expected = await page.evaluate(() => new Date('2031-12-01T21:00').toISOString())
  assert.match(sent.postData() ?? '', new RegExp(`name="dueDate"\\s+${expected.replaceAll('.', '\\.')}`))
  await item(page, 'Due at nine').getByText('9:00').waitFor()
})

test('an ended session opens login, which returns to the page', async () => {
  const { page } = admin
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  // In one step, so that the page cannot notice before the click.
  await page.getByRole('menuitem', { name: 'Dashboard' }).evaluate((entry) => {
    localStorage.setItem('token', 'no-longer-good')
    entry.click()
  })
  await page.waitForURL('**/login?next=**')
  await eventually(page, () => page.evaluate(() => localStorage.getItem('token')), null)
  await logIn(page, 'ada@example.com')
  await page.waitForURL((url) => url.pathname === '/profile' || url.pathname === '/admin/dashboard')
})

test('logging out ends the session in the other tab', async () => {
  const { storageState } = student
  const { page, context, faults } = await openPerson(browser, server.url, { storageState })
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/profile')
  await page.bringToFront()
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await page.getByText('Logged out successfully').waitFor()
  await other.waitForURL('**/login?next=%2Fprofile')
  assert.deepEqual(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')]), [
    null,
    null,
  ])
  assert.deepEqual(faults, [])
  await context.close()
})

test('logging out deletes the drafts in other tabs', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  await page.goto('/login')
  await logIn(page, 'robin@example.com')
  await page.waitForURL('**/dashboard')
  const other = await context.newPage()
  await other.goto('/')
  const email = other.getByLabel('Email')
  await email.fill('robin@example.com')
  await other.reload()
  await eventually(other, () => email.inputValue(), 'robin@example.com')

  await page.bringToFront()
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await other.bringToFront()
  await eventually(other, () => email.inputValue(), '')
  await other.reload()
  await other.getByRole('combobox', { name: 'Country code' }).waitFor()
  assert.equal(await email.inputValue(), '')
  const draftKeys = (storage) => Object.keys(storage).filter((key) => key.includes('draft'))
  assert.deepEqual(await other.evaluate(`[localStorage, sessionStorage].flatMap(${draftKeys})`), [])
  assert.deepEqual(faults, [])
  await context.close()
})

test('login refuses a wrong password, then opens the requested page', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  await page.goto('/profile')
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('alert').getByText('Invalid credentials').waitFor()
  assert.equal(await page.getByLabel('Email').inputValue(), 'robin@example.com')
  await logIn(page, 'robin@example.com')
  await page.waitForURL('**/profile')
  assert.deepEqual(faults, [])
  await context.close()
})

test('neither browser reported an error', () => {
  assert.deepEqual([student.faults, admin.faults], [[], []])
})
