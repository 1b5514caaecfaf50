// Every page in both colour modes: axe, sideways scroll, and the keyboard alone.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccessible, assertFits, openBrowser, openPerson } from './browser.mjs'
import { handIn, item, openNewAssignment, PASSWORD, registerAdmin, signUp } from './desk.mjs'
import { makePdf } from './sample-files.mjs'
import { ADMIN_KEY, startServer } from './server.mjs'

let server
let browser
const sessions = {}

before(async () => {
  server = await startServer()
  browser = await openBrowser()
  const student = await openPerson(browser, server.url)
  await signUp(student.page, 'Robin Vale', 'robin@example.com')
  const file = { name: 'tides.pdf', mimeType: 'application/pdf', buffer: makePdf('On the tides') }
  await handIn(student.page, { title: 'The tides as evidence', file })
  await handIn(student.page, {
    title: `A title without a single space: ${'Donaudampfschifffahrt'.repeat(6)}`,
  })
  sessions.student = await student.context.storageState()
  const admin = await openPerson(browser, server.url)
  await registerAdmin(admin.page, 'Ada Quill', 'ada@example.com', ADMIN_KEY)
  await admin.page.waitForURL('**/admin/dashboard')
  await admin.page.getByRole('button', { name: 'Update The tides as evidence' }).click()
  const modal = admin.page.getByRole('dialog', { name: 'Update Assignment' })
  await modal.getByLabel('Status').selectOption('Graded')
  await modal.getByLabel(/^Grade/).fill('A')
  await modal.getByLabel(/^Feedback/).fill('Well argued.')
  await modal.getByRole('button', { name: 'Update Assignment' }).click()
  await admin.page.getByText('Assignment updated successfully').last().waitFor()
  sessions.admin = await admin.context.storageState()
  sessions.tutor = await makeTutor(admin.page)
  await student.context.close()
  await admin.context.close()
})

/** A person signs up, is made a tutor by the admin, and is given the first assignment. */
async function makeTutor(adminPage) {
  const tutor = await openPerson(browser, server.url)
  await signUp(tutor.page, 'Kim Marsh', 'kim@example.com')
  const id = await tutor.page.evaluate(() => JSON.parse(localStorage.getItem('user'))._id)
  const statuses = await adminPage.evaluate(async (tutorId) => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('token')}`,
      'Content-Type': 'application/json',
    }
    const patch = (path, body) => fetch(path, { method: 'PATCH', headers, body: JSON.stringify(body) })
    const [assignment] = await (await fetch('/api/assignments/all', { headers })).json()
    const promoted = await patch(`/api/users/${tutorId}`, { role: 'tutor' })
    const given = await patch(`/api/assignments/${assignment._id}`, { tutor: tutorId })
    return [promoted.status, given.status]
  }, id)
  assert.deepEqual(statuses, [200, 200])
  const session = await tutor.context.storageState()
  await tutor.context.close()
  return session
}

after(async () => {
  await browser?.close()
  await server?.stop()
})

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
  { name: 'unknown address', address: '/nowhere', sign: 'h1' },
  { name: 'student dashboard', address: '/dashboard', sign: 'article', who: 'student' },
  { name: 'profile', address: '/profile', sign: '[readonly]', who: 'student' },
  { name: "tutor's profile", address: '/profile?tab=dashboard', sign: 'section li', who: 'tutor' },
  { name: 'settings', address: '/profile?tab=settings', sign: '#danger-title', who: 'admin' },
  { name: 'upload', address: '/upload', sign: 'form', who: 'student' },
  { name: 'tutor dashboard', address: '/tutor/dashboard', sign: 'article', who: 'tutor' },
  { name: "tutor's work", address: '/tutor/assignments?show=open', sign: 'article', who: 'tutor' },
  { name: 'users', address: '/admin/dashboard?tab=users', sign: 'tbody tr', who: 'admin' },
  { name: 'admin dashboard', address: '/admin/dashboard', sign: 'tbody tr', who: 'admin' },
]

for (const theme of ['light', 'dark']) {
  test(`one assignment, finished and not yet rated, ${theme}`, async () => {
    const { page, context, faults } = await openPerson(browser, server.url, {
      theme,
      storageState: sessions.student,
    })
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await visit(page, '/dashboard', 'article')
      await page.getByRole('link', { name: 'The tides as evidence' }).click()
      await page.getByRole('button', { name: 'Rate the work' }).waitFor()
      await page.getByText('Handed in').waitFor()
      await assertAccessible(page, `one assignment at ${width}`)
      await assertFits(page, `one assignment at ${width}`)
    }
    assert.deepEqual(faults, [])
    await context.close()
  })

  test(`what floats over users and the profile, ${theme}`, async () => {
    const { page, context, faults } = await openPerson(browser, server.url, {
      theme,
      storageState: sessions.admin,
    })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await visit(page, '/admin/dashboard?tab=users', 'tbody tr')
      await page.getByLabel('Role of Robin Vale').selectOption('Tutor')
      await page.getByRole('alertdialog').waitFor()
      await assertAccessible(page, `role warning at ${width}`)
      await visit(page, '/profile', '[readonly]')
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByLabel('First Name').fill(' ')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('First name is required').waitFor()
      await assertAccessible(page, `editing the profile at ${width}`)
      await visit(page, '/profile?tab=settings', '#danger-title')
      await page.getByRole('button', { name: 'Change Password' }).click()
      await assertAccessible(page, `password modal at ${width}`)
      await assertFits(page, `password modal at ${width}`)
    }
    assert.deepEqual(faults, [])
    await context.close()
  })

  for (const { name, address, sign, who } of screens) {
    test(`${name}, ${theme}: no violation, no sideways scroll, one h1, a title`, async () => {
      const { page, context, faults } = await openPerson(browser, server.url, {
        theme,
        storageState: sessions[who],
      })
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await visit(page, address, sign)
        await assertFits(page, `${name} at ${width}`)
        if (width === 360 || width === 1280) await assertAccessible(page, `${name} at ${width}`)
      }
      assert.equal(await page.locator('h1').count(), 1)
      assert.match(await page.title(), /^.+ · Deskmate$/)
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme)
      assert.deepEqual(faults, [])
      await context.close()
    })
  }

  test(`what floats over the student dashboard, ${theme}`, async () => {
    const { page, context, faults } = await openPerson(browser, server.url, {
      theme,
      storageState: sessions.student,
    })
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await visit(page, '/dashboard', 'article')
      await page.getByRole('button', { name: 'Actions for The tides as evidence' }).click()
      await page.getByRole('menuitem', { name: 'Download' }).waitFor()
      await assertAccessible(page, `item menu at ${width}`)
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await assertAccessible(page, `question at ${width}`)
      await page.getByRole('button', { name: 'Cancel' }).click()

      const modal = await openNewAssignment(page)
      await modal.getByRole('button', { name: 'Create Assignment' }).click()
      await modal.getByText('Title is required').waitFor()
      await assertAccessible(page, `New Assignment at ${width}`)
      await assertFits(page, `New Assignment at ${width}`)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: /^Profile menu/ }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
    await assertAccessible(page, 'profile menu')
    await page.setViewportSize({ width: 320, height: 800 })
    await visit(page, '/dashboard', 'article')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Profile' }).waitFor()
    await assertAccessible(page, 'mobile drawer')
    assert.deepEqual(faults, [])
    await context.close()
  })

  test(`the Update Assignment modal, ${theme}`, async () => {
    const { page, context, faults } = await openPerson(browser, server.url, {
      theme,
      storageState: sessions.admin,
    })
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await visit(page, '/admin/dashboard', 'tbody tr')
      await page.getByRole('button', { name: 'Update The tides as evidence' }).click()
      await page.getByRole('dialog', { name: 'Update Assignment' }).waitFor()
      await assertAccessible(page, `Update Assignment at ${width}`)
      await assertFits(page, `Update Assignment at ${width}`)
    }
    assert.deepEqual(faults, [])
    await context.close()
  })
}

const focused = (page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

test('where the system chooses the colours, what is chosen still stands out', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, { storageState: sessions.admin })
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, '/admin/dashboard', 'tbody tr')
  const rule = (locator) => locator.evaluate((part) => getComputedStyle(part).borderBottomColor)
  const tab = (selected) => page.getByRole('tab', { selected }).first()
  assert.notEqual(await rule(tab(true)), await rule(tab(false)))
  const total = page.getByRole('region', { name: 'Totals' }).locator('[aria-current="true"]')
  assert.equal(await total.evaluate((card) => getComputedStyle(card).borderBottomWidth), '3px')
  const dot = page.locator('tbody .tag-dot').first()
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
  assert.equal(await focused(page), 'Skip to content')
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
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'title')
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
  assert.equal(await focused(page), 'New Assignment')

  await page.getByRole('button', { name: 'Actions for By keyboard' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await focused(page), 'Actions for By keyboard')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.role === 'menuitem')
  await page.keyboard.press('End')
  assert.equal(await focused(page), 'Delete')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  assert.equal(await focused(page), 'Cancel')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await item(page, 'By keyboard').waitFor({ state: 'detached' })
  assert.equal(await focused(page), 'Your Assignments')
  assert.deepEqual(faults, [])
  await context.close()
})
