// What one person does, another sees without a reload.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from './browser.mjs'
import { fill, item, logIn, PASSWORD } from './desk.mjs'
import { call, openSamplePerson, signedInAs } from './sample.mjs'
import { browser, openStage, server } from './stage.mjs'

let admin
let student
let open

openStage({ sample: true }, async () => {
  admin = await openSamplePerson(browser, server, 'ada')
  student = await openSamplePerson(browser, server, 'robin')
  ;[open] = await call(server, student.token, 'GET', '/assignments?status=submitted,in_progress')
})

/** Opens a page, and waits until its browser hears of changes: its subscription has been taken. */
async function listen(page, address) {
  const subscribed = page.waitForResponse(
    (response) => response.url().endsWith('/api/realtime') && response.request().method() === 'POST',
  )
  await page.goto(address)
  await subscribed
}

const tokenOf = (page) => page.evaluate(() => localStorage.getItem('token'))

const grade = (mark) =>
  call(server, admin.token, 'PATCH', `/assignments/${open._id}`, { status: 'graded', grade: mark })

test('a grade is on the open dashboard of its student within a second', async () => {
  await listen(student.page, '/dashboard')
  await item(student.page, open.title).waitFor()
  await admin.page.goto('/admin/dashboard')
  await admin.page.getByRole('button', { name: `Update ${open.title}`, exact: true }).click()
  const modal = admin.page.getByRole('dialog', { name: 'Update Assignment' })
  await modal.getByLabel('Status').selectOption('Graded')
  await modal.getByLabel(/^Grade/).fill('B plus')
  const [answered] = await Promise.all([
    admin.page.waitForResponse((response) => response.request().method() === 'PATCH').then(() => Date.now()),
    modal.getByRole('button', { name: 'Update Assignment' }).click(),
  ])
  await item(student.page, open.title).getByText('B plus').waitFor({ timeout: 5000 })
  const seconds = (Date.now() - answered) / 1000
  assert.ok(seconds < 1, `it took ${seconds} s`)
})

test('what a student hands in is on the open desk', async () => {
  await listen(admin.page, '/admin/dashboard')
  await call(server, student.token, 'POST', '/assignments', {
    title: 'Handed in just now',
    description: 'x',
    subject: 'x',
    dueDate: '2031-12-01',
  })
  await admin.page.getByRole('row', { name: /Handed in just now/ }).waitFor({ timeout: 2000 })
})

test('what is being written stays while the rows behind it change', async () => {
  const { page } = admin
  await page.getByRole('button', { name: 'Update Handed in just now' }).click()
  const modal = page.getByRole('dialog', { name: 'Update Assignment' })
  await modal.getByLabel(/^Feedback/).fill('Half a sentence')
  await grade('A minus')
  await page.locator('tr', { hasText: 'A minus' }).waitFor({ state: 'attached', timeout: 2000 })
  assert.equal(await modal.getByLabel(/^Feedback/).inputValue(), 'Half a sentence')
  await page.keyboard.press('Escape')
})

test('two tabs have one connection, and both hear', async () => {
  const { page, context } = student
  const connections = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/realtime') && request.method() === 'GET') connections.push(request)
  })
  await listen(page, '/dashboard')
  const other = await context.newPage()
  await other.goto(`/assignments/${open._id}`)
  await other.getByText('Its story').waitFor()
  await grade('C')
  await item(page, open.title).getByText('C', { exact: true }).waitFor({ timeout: 2000 })
  await other
    .getByRole('complementary', { name: 'Facts' })
    .getByText('C', { exact: true })
    .waitFor({ timeout: 2000 })
  assert.equal(connections.length, 1)

  // The other tab takes over when the first one is closed.
  const takenOver = other.waitForResponse((response) => response.url().endsWith('/api/realtime'))
  await page.close()
  await takenOver
  await grade('D')
  await other
    .getByRole('complementary', { name: 'Facts' })
    .getByText('D', { exact: true })
    .waitFor({ timeout: 3000 })
  student.page = other
})

test('both recover by themselves when the server is killed and comes back', async () => {
  await student.page.goto('/dashboard')
  await item(student.page, open.title).waitFor()
  await server.kill()
  await server.start()
  await grade('E')
  await item(student.page, open.title).getByText('E', { exact: true }).waitFor({ timeout: 10_000 })
  await admin.page
    .locator('tr', { hasText: open.title })
    .getByText('E', { exact: true })
    .waitFor({ timeout: 10_000 })
  await grade('F')
  await item(student.page, open.title).getByText('F', { exact: true }).waitFor({ timeout: 2000 })
})

test('a browser that opened while the server was away connects when it is back', async () => {
  const nia = await openSamplePerson(browser, server, 'nia')
  await nia.page.route('**/api/realtime', (route) => route.abort(), { times: 2 })
  await listen(nia.page, '/dashboard')
  await call(server, nia.token, 'POST', '/assignments', {
    title: 'From elsewhere',
    description: 'x',
    subject: 'x',
    dueDate: '2031-12-01',
  })
  await item(nia.page, 'From elsewhere').waitFor({ timeout: 2000 })
  await nia.context.close()
})

/** Somebody new at a page of theirs, whose browser hears of changes. */
async function newcomerAt(name, address) {
  const email = `${name.toLowerCase()}@example.com`
  const { token, user } = await call(server, '', 'POST', '/auth/signup', {
    name: `${name} Frost`,
    email,
    password: PASSWORD,
  })
  const person = await openPerson(browser, server.url, { storageState: signedInAs(server, token, user) })
  await listen(person.page, address)
  return { ...person, token, user, email }
}

test('a page whose session ends elsewhere leads to the login page, and back with what was typed', async () => {
  const { page, context, user, email, faults } = await newcomerAt('Una', '/upload')
  await page.getByLabel('Title').fill('Half an essay')
  await call(server, admin.token, 'PATCH', `/users/${user._id}`, { status: 'inactive' })
  await page.waitForURL('**/login?next=%2Fupload')
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
  await call(server, admin.token, 'PATCH', `/users/${user._id}`, { status: 'active' })
  await logIn(page, email)
  await page.waitForURL('**/upload')
  assert.equal(await page.getByLabel('Title').inputValue(), 'Half an essay')
  assert.deepEqual(faults, [])
  await context.close()
})

test('a deleted account leaves no page open', async () => {
  const { page, context, token } = await newcomerAt('Odo', '/dashboard')
  await call(server, token, 'DELETE', '/users/delete-account')
  await page.waitForURL('**/login?next=%2Fdashboard')
  await context.close()
})

test('a public page stays where it is when the session ends elsewhere', async () => {
  const { page, context, user } = await newcomerAt('Pia', '/services')
  await page.getByRole('button', { name: /^Profile menu/ }).waitFor()
  await call(server, admin.token, 'PATCH', `/users/${user._id}`, { status: 'inactive' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log In' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/services')
  await context.close()
})

/** Waits until a page has been told that its token is no good. */
const refusal = (page, path) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === path && response.status() === 401)

/** What a page does by itself with an answer it has got, it has done after another one. */
const roundTrip = (page) => page.evaluate(async () => (await fetch('/api/health')).text())

test('who deletes the account never sees the login page, however slow the answer', async () => {
  const { page, context, faults } = await newcomerAt('Ole', '/profile?tab=settings')
  const seen = []
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
  const refused = refusal(page, '/api/auth/me')
  await page.route('**/api/users/delete-account', async (route) => {
    const response = await route.fetch()
    await refused
    await roundTrip(page)
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click()
  await page.getByText('Your account has been permanently deleted').waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  assert.ok(!seen.includes('/login'), seen.join())
  assert.equal(await tokenOf(page), null)
  assert.deepEqual(faults, [])
  await context.close()
})

test('a changed password ends every session but the one that changed it, however slow the answer', async () => {
  const here = await newcomerAt('Ivo', '/profile?tab=settings')
  const elsewhere = await openPerson(browser, server.url, {
    storageState: signedInAs(server, here.token, here.user),
  })
  await listen(elsewhere.page, '/upload')
  const neighbour = await here.context.newPage()
  await neighbour.goto('/dashboard')
  await neighbour.getByRole('heading', { name: 'Your Assignments' }).waitFor()
  await call(server, here.token, 'POST', '/assignments', {
    title: 'Before the change',
    description: 'x',
    subject: 'x',
    dueDate: '2031-12-01',
  })
  await item(neighbour, 'Before the change').waitFor()

  // The answer waits until the old token has been refused in both tabs: the server has hung up by then.
  const refusals = [refusal(here.page, '/api/auth/me'), refusal(neighbour, '/api/assignments')]
  await here.page.route('**/api/users/change-password', async (route) => {
    const response = await route.fetch()
    await Promise.all(refusals)
    await roundTrip(neighbour)
    assert.ok(await item(neighbour, 'Before the change').isVisible(), 'what is shown stays meanwhile')
    await route.fulfill({ response })
  })
  await here.page.getByRole('button', { name: 'Change Password' }).click()
  const modal = here.page.getByRole('dialog', { name: 'Change Password' })
  await fill(modal, {
    'Current Password': PASSWORD,
    'New Password': 'another horse',
    'Confirm New Password': 'another horse',
  })
  await modal.getByRole('button', { name: 'Change Password' }).click()
  await here.page.getByText('Password changed successfully').waitFor()
  await elsewhere.page.waitForURL('**/login?next=%2Fupload')

  // Both tabs of this browser go on, and hear again.
  const { _id } = await call(server, await tokenOf(here.page), 'POST', '/assignments', {
    title: 'After the change',
    description: 'x',
    subject: 'x',
    dueDate: '2031-12-01',
  })
  assert.ok(_id)
  await item(neighbour, 'After the change').waitFor()
  assert.equal(new URL(here.page.url()).pathname, '/profile')
  assert.deepEqual([here.faults, elsewhere.faults], [[], []])
  await here.context.close()
  await elsewhere.context.close()
})

test('a new role moves the open page', async () => {
  const { page, context, user, faults } = await newcomerAt('Eva', '/dashboard')
  await page.getByRole('heading', { name: 'Your Assignments' }).waitFor()
  await call(server, admin.token, 'PATCH', `/users/${user._id}`, { role: 'tutor' })
  await page.waitForURL('**/tutor/dashboard')
  await page.locator('h1').waitFor()
  await call(server, admin.token, 'PATCH', `/users/${user._id}`, { role: 'admin' })
  await page.waitForURL('**/admin/dashboard')
  await page.getByRole('tab', { name: 'Users' }).waitFor()
  await page.goto('/profile')
  await page.getByText('Admin', { exact: true }).first().waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})

test('nothing goes on behind a logout', async () => {
  const { page } = student
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  const calls = []
  page.on('request', (request) => calls.push(request.url()))
  await grade('A')
  await page.waitForFunction(() => document.title.startsWith('Log in'))
  assert.deepEqual(
    calls.filter((url) => url.includes('/api/')),
    [],
  )
})
