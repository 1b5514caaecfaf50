// Every page in both colour modes: axe, sideways scroll, and the keyboard alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLayout, eventually, focused, openPerson } from './browser.mjs'
import { item, openNewAssignment, PASSWORD, submitAssignment } from './desk.mjs'
import { call, openNewcomer, submitAs } from './sample.mjs'
import { makePdf } from './sample-files.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'

const sessions = {}

/** A student with two assignments, one of them graded; the admin who did it; and the tutor to whom the other was given. */
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

/** Opens a person's page and waits for what shows that it is there. */
async function visit(page, address, sign) {
  await page.goto(address)
  await page.locator(sign).first().waitFor()
}

const screens = [
  { name: 'front page', address: '/', sign: 'h1' },
  { name: 'login', address: '/login', sign: 'form' },
  { name: 'sign-up', address: '/signup', sign: 'form' },
  { name: 'sign-up from the mobile menu', address: '/user/signup', sign: 'form' },
  { name: 'admin registration', address: '/admin/signup', sign: 'form' },
  { name: 'forgotten password', address: '/forgot-password', sign: 'form' },
  { name: 'new password', address: '/reset-password#token=x', sign: 'form' },
  { name: 'new password without a link', address: '/reset-password', sign: '[role=status]' },
  { name: 'confirming an address', address: '/verify-email#token=x', sign: 'main button' },
  { name: 'undoing a change of address', address: '/undo-email#token=x', sign: 'main button' },
  { name: 'unknown address', address: '/nowhere', sign: 'h1' },
  { name: 'student dashboard', address: '/dashboard', sign: 'article', who: 'student' },
  { name: 'profile', address: '/profile', sign: '[readonly]', who: 'student' },
  { name: "tutor's profile", address: '/profile/dashboard', sign: 'section li', who: 'tutor' },
  { name: 'settings', address: '/profile/settings', sign: 'tbody tr', who: 'admin' },
  { name: 'upload', address: '/upload', sign: 'form', who: 'student' },
  { name: 'tutor dashboard', address: '/tutor/dashboard', sign: 'article', who: 'tutor' },
  { name: "tutor's work", address: '/tutor/assignments?show=open', sign: 'article', who: 'tutor' },
  { name: 'users', address: '/admin/dashboard/users', sign: 'tbody tr', who: 'admin' },
  { name: 'admin dashboard', address: '/admin/dashboard', sign: 'tbody tr', who: 'admin' },
]

for (const { name, address, sign, who } of screens)
  test(`${name}: no violation, no sideways scroll, one h1, a title`, async () => {
    const { page, context, faults } = await openPerson(browser, server.url, {
      width: 320,
      storageState: sessions[who],
    })
    await visit(page, address, sign)
    await assertLayout(page, name)
    assert.equal(await page.locator('h1').count(), 1)
    assert.match(await page.title(), /^.+ · Deskmate$/)
    assert.deepEqual(faults, [])
    await context.close()
  })

test('one assignment, finished and not yet rated', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, { storageState: sessions.student })
  await visit(page, '/dashboard', 'article')
  await page.getByRole('link', { name: 'The tides as evidence' }).click()
  await page.getByRole('button', { name: 'Rate the work' }).waitFor()
  await page.getByText('Handed in').waitFor()
  await assertLayout(page, 'one assignment', narrowAndWide)
  assert.deepEqual(faults, [])
  await context.close()
})

test('what floats over users and the profile', async () => {
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

test('what floats over the student dashboard', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, { storageState: sessions.student })
  await visit(page, '/dashboard', 'article')
  await page.getByRole('button', { name: 'Actions for The tides as evidence' }).click()
  await page.getByRole('menuitem', { name: 'Download' }).waitFor()
  await assertLayout(page, 'item menu', narrowAndWide)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
  await assertLayout(page, 'question', narrowAndWide)
  await page.getByRole('button', { name: 'Cancel' }).click()

  const modal = await openNewAssignment(page)
  await modal.getByRole('button', { name: 'Create Assignment' }).click()
  await modal.getByText('Title is required').waitFor()
  await assertLayout(page, 'New Assignment', narrowAndWide)
  await page.keyboard.press('Escape')
  await modal.waitFor({ state: 'detached' })

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

test('the Update Assignment modal', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, { storageState: sessions.admin })
  await visit(page, '/admin/dashboard', 'tbody tr')
  await page.getByRole('button', { name: 'Update The tides as evidence' }).click()
  const modal = page.getByRole('dialog', { name: 'Update Assignment' })
  await modal.getByRole('option', { name: /^Kim Marsh/ }).waitFor({ state: 'attached' })
  await assertLayout(page, 'Update Assignment', narrowAndWide)
  assert.deepEqual(faults, [])
  await context.close()
})

test('where the system chooses the colours, what is chosen still stands out', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, { storageState: sessions.admin })
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, '/admin/dashboard', 'tbody tr')
  const rule = (locator) => locator.evaluate((part) => getComputedStyle(part).borderBottomColor)
  const tabs = page.getByRole('navigation', { name: 'Dashboard sections' })
  const current = tabs.locator('[aria-current="page"]')
  const other = tabs.locator('a:not([aria-current])').first()
  await current.waitFor()
  await eventually(page, async () => (await rule(current)) === (await rule(other)), false)
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

test('the keyboard alone logs in, writes an assignment, deletes it and comes back to where it was', async () => {
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
