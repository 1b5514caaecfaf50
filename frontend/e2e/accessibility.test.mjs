// Checks every page in both themes with axe, for overflow, and with the keyboard only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLayout, eventually, focused, openPerson } from './browser.mjs'
import { item, openNewAssignment, PASSWORD, submitAssignment } from './desk.mjs'
import { call, openNewcomer, submitAs } from './sample.mjs'
import { makePdf } from './sample-files.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'

const sessions = {}

/** Creates an admin, a tutor, and a student with two assignments: one is graded, the other assigned to the tutor. */
openStage({}, async () => {
  const student = await openNewcomer(browser, server, 'Robin Vale')
  const admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  const tutor = await openNewcomer(browser, server, 'Kim Marsh')
  const file = { name: 'tides.pdf', mimeType: 'application/pdf', buffer: makePdf('On the tides') }
  await student.page.goto('/dashboard')
  await submitAssignment(student.page, { title: 'The tides as evidence', file })
  const [graded] = await call(server, student.token, 'GET', '/assignments')
  const title = `A title without a single space: ${'Donaudampfschifffahrt'.repeat(6)}`
  const open = await submitAs(server, student, title)
  await call(server, admin.token, 'PATCH', `/users/${tutor.user._id}`, { role: 'tutor' })
  await call(server, admin.token, 'PATCH', `/assignments/${open._id}`, { tutor: tutor.user._id })
  await call(server, admin.token, 'PATCH', `/assignments/${graded._id}`, {
    status: 'graded',
    grade: 'A',
    feedback: 'Well argued.',
  })
  for (const [who, { context, storageState }] of Object.entries({ student, admin, tutor })) {
    sessions[who] = storageState
    await context.close()
  }
})

const narrowAndWide = { widths: [320, 1280], read: [320, 1280] }

/** Opens a page and waits for an element that shows that it has loaded. */
async function visit(page, address, readySelector) {
  await page.goto(address)
  await page.locator(readySelector).first().waitFor()
}

const screens = [
  { name: 'front page', address: '/', readySelector: 'h1' },
  { name: 'login', address: '/login', readySelector: 'form' },
  { name: 'sign-up', address: '/signup', readySelector: 'form' },
  { name: 'sign-up from the mobile menu', address: '/user/signup', readySelector: 'form' },
  { name: 'admin registration', address: '/admin/signup', readySelector: 'form' },
  { name: 'forgotten password', address: '/forgot-password', readySelector: 'form' },
  { name: 'new password', address: '/reset-password#token=x', readySelector: 'form' },
  { name: 'new password without a link', address: '/reset-password', readySelector: '[role=status]' },
  { name: 'confirming an address', address: '/verify-email#token=x', readySelector: 'main button' },
  { name: 'undoing a change of address', address: '/undo-email#token=x', readySelector: 'main button' },
  { name: 'unknown address', address: '/nowhere', readySelector: 'h1' },
  { name: 'student dashboard', address: '/dashboard', readySelector: 'article', who: 'student' },
  { name: 'profile', address: '/profile', readySelector: '[readonly]', who: 'student' },
  { name: "tutor's profile", address: '/profile/dashboard', readySelector: 'section li', who: 'tutor' },
  { name: 'settings', address: '/profile/settings', readySelector: 'tbody tr', who: 'admin' },
  { name: 'notices', address: '/notices', readySelector: 'main li a', who: 'student' },
  { name: 'emails', address: '/admin/dashboard/mails', readySelector: 'tbody tr', who: 'admin' },
  { name: 'upload', address: '/upload', readySelector: 'form', who: 'student' },
  { name: 'tutor dashboard', address: '/tutor/dashboard', readySelector: 'article', who: 'tutor' },
  { name: "tutor's work", address: '/tutor/assignments?show=open', readySelector: 'article', who: 'tutor' },
  {
    name: 'available assignments',
    address: '/tutor/dashboard/available',
    readySelector: '#no-rows:not(:empty), main article',
    who: 'tutor',
  },
  { name: 'work to deliver', address: '/tutor/dashboard/submit', readySelector: 'main p', who: 'tutor' },
  { name: 'earnings', address: '/tutor/dashboard/earnings', readySelector: 'section li', who: 'tutor' },
  {
    name: 'board',
    address: '/admin/dashboard/board',
    readySelector: '#no-rows:not(:empty), tbody tr',
    who: 'admin',
  },
  { name: 'policies', address: '/admin/dashboard/policies', readySelector: 'main article', who: 'admin' },
  { name: 'status', address: '/admin/dashboard/status', readySelector: '#status-program', who: 'admin' },
  {
    name: 'money',
    address: '/admin/dashboard/money',
    readySelector: '#no-rows:not(:empty), tbody tr',
    who: 'admin',
  },
  { name: 'claims', address: '/admin/dashboard/claims', readySelector: '#no-rows', who: 'admin' },
  { name: 'held texts', address: '/admin/dashboard/texts', readySelector: '#no-rows', who: 'admin' },
  { name: 'users', address: '/admin/dashboard/users', readySelector: 'tbody tr', who: 'admin' },
  { name: 'admin dashboard', address: '/admin/dashboard', readySelector: 'tbody tr', who: 'admin' },
]

for (const { name, address, readySelector, who } of screens)
  test(`${name} passes axe, fits the screen and has one h1`, async () => {
    const { page, context, faults } = await openPerson(browser, server.url, {
      width: 320,
      storageState: sessions[who],
    })
    await visit(page, address, readySelector)
    await assertLayout(page, name)
    assert.equal(await page.locator('h1').count(), 1)
    assert.match(await page.title(), /^.+ · Deskmate$/)
    assert.deepEqual(faults, [])
    await context.close()
  })

test('an unrated, finished assignment passes axe and fits the screen', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, { storageState: sessions.student })
  await visit(page, '/dashboard', 'article')
  await page.getByRole('link', { name: 'The tides as evidence' }).click()
  await page.getByRole('button', { name: 'Rate the work' }).waitFor()
  await page.getByText('Handed in').waitFor()
  await assertLayout(page, 'assignment page', narrowAndWide)
  assert.deepEqual(faults, [])
  await context.close()
})

test('user and profile dialogs with form errors pass axe', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, { storageState: sessions.admin })
  await visit(page, '/admin/dashboard/users', 'tbody tr')
  await page.getByLabel('Role of Robin Vale').selectOption('Tutor')
  await page.getByRole('alertdialog').waitFor()
  await assertLayout(page, 'role warning', narrowAndWide)
  await visit(page, '/profile', '[readonly]')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First Name').fill(' ')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('First name is required').waitFor()
  await assertLayout(page, 'editing the profile', narrowAndWide)
  await visit(page, '/profile/settings', '#danger-title')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByRole('dialog', { name: 'Change Password' }).waitFor()
  await assertLayout(page, 'password modal', narrowAndWide)
  assert.deepEqual(faults, [])
  await context.close()
})

test('the menus and dialogs of the student dashboard pass axe', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, { storageState: sessions.student })
  await visit(page, '/dashboard', 'article')
  await page.getByRole('button', { name: 'Actions for The tides as evidence' }).click()
  await page.getByRole('menuitem', { name: 'Download' }).waitFor()
  await assertLayout(page, 'item menu', narrowAndWide)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
  await assertLayout(page, 'deletion dialog', narrowAndWide)
  await page.getByRole('button', { name: 'Cancel' }).click()

  const modal = await openNewAssignment(page)
  await modal.getByRole('button', { name: 'Create Assignment' }).click()
  await modal.getByText('Title is required').waitFor()
  await assertLayout(page, 'New Assignment', narrowAndWide)
  await page.keyboard.press('Escape')
  await modal.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: /^Notices/ }).click()
  await page.getByRole('dialog', { name: 'Notices' }).getByRole('listitem').first().waitFor()
  await assertLayout(page, 'panel of the bell', narrowAndWide)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  await assertLayout(page, 'profile menu', { widths: [1280] })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Profile' }).waitFor()
  await assertLayout(page, 'mobile drawer', { widths: [320], read: [320] })
  assert.deepEqual(faults, [])
  await context.close()
})

test('the Update Assignment dialog passes axe and fits the screen', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, { storageState: sessions.admin })
  await visit(page, '/admin/dashboard', 'tbody tr')
  await page.getByRole('button', { name: 'Update The tides as evidence' }).click()
  const modal = page.getByRole('dialog', { name: 'Update Assignment' })
  await modal.getByRole('option', { name: /^Kim Marsh/ }).waitFor({ state: 'attached' })
  await assertLayout(page, 'Update Assignment', narrowAndWide)
  assert.deepEqual(faults, [])
  await context.close()
})

test('the current tab and total stand out in forced colours', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, { storageState: sessions.admin })
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, '/admin/dashboard', 'tbody tr')
  const borderColor = (locator) => locator.evaluate((element) => getComputedStyle(element).borderBottomColor)
  const tabs = page.getByRole('navigation', { name: 'Dashboard sections' })
  const current = tabs.locator('[aria-current="page"]')
  const other = tabs.locator('a:not([aria-current])').first()
  await current.waitFor()
  await eventually(page, async () => (await borderColor(current)) === (await borderColor(other)), false)
  const total = page.getByRole('region', { name: 'Totals' }).locator('[aria-current="true"]')
  assert.equal(await total.evaluate((card) => getComputedStyle(card).borderBottomWidth), '3px')
  const dot = page.locator('tbody [data-tone]').first()
  assert.notEqual(
    await dot.evaluate((mark) => getComputedStyle(mark).backgroundColor),
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
  )
  assert.deepEqual(faults, [])
  await context.close()
})

test('a student can create and delete work by keyboard only', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  await visit(page, '/login', 'form')
  await page.keyboard.press('Tab')
  await eventually(page, () => focused(page), 'Skip to content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('robin@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await item(page, 'The tides as evidence').waitFor()

  await page.getByRole('button', { name: 'New Assignment', exact: true }).focus()
  await page.keyboard.press('Enter')
  const modal = page.getByRole('dialog', { name: 'New Assignment' })
  await modal.waitFor()
  await eventually(page, () => page.evaluate(() => document.activeElement?.getAttribute('name')), 'title')
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.type('No mouse was used.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Typing')
  await page.keyboard.press('Tab')
  await page.keyboard.type('High')
  await modal.getByLabel('Due date').focus()
  await page.keyboard.type('12012031')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0900PM')
  await modal.getByLabel('Title').focus()
  await page.keyboard.press('Enter')
  await item(page, 'By keyboard').waitFor()
  await eventually(page, () => focused(page), 'New Assignment')

  await page.getByRole('button', { name: 'Actions for By keyboard' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(page, () => focused(page), 'Actions for By keyboard')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.role === 'menuitem')
  await page.keyboard.press('End')
  await eventually(page, () => focused(page), 'Delete')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await eventually(page, () => focused(page), 'Cancel')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await item(page, 'By keyboard').waitFor({ state: 'detached' })
  await eventually(page, () => focused(page), 'Your Assignments')
  assert.deepEqual(faults, [])
  await context.close()
})
