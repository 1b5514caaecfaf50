// What one person does, another sees without a reload.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, openPerson } from './browser.mjs'
import { fill, item, logIn, PASSWORD } from './desk.mjs'
import { call, openNewcomer, openSamplePerson, submitAs } from './sample.mjs'
import { browser, openStage, server } from './stage.mjs'

let admin
let student
let open

openStage({ sample: true }, async () => {
  admin = await openSamplePerson(browser, server, 'ada')
  student = await openSamplePerson(browser, server, 'robin')
  ;[open] = await call(server, student.token, 'GET', '/assignments?status=submitted,in_progress')
})

/** Waits until the browser of a page has subscribed to changes: it hears of all that comes from here on. */
const subscription = (page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/realtime') && (response.request().postData() ?? '').includes('changes'),
  )

/** Opens a page, and waits until its browser hears of changes. */
async function listen(page, address) {
  const subscribed = subscription(page)
  await page.goto(address)
  await subscribed
}

const tokenOf = (page) => page.evaluate(() => localStorage.getItem('token'))

const grade = (mark) =>
  call(server, admin.token, 'PATCH', `/assignments/${open._id}`, { status: 'graded', grade: mark })

/** The desk, with the one assignment that is graded here. */
const listenAtDesk = () => listen(admin.page, `/admin/dashboard?search=${encodeURIComponent(open.title)}`)

const rowOf = (title) => admin.page.getByRole('row', { name: title })

test('a grade is on the open dashboard of its student within a second', async () => {
  const { page, context, faults } = await openSamplePerson(browser, server, 'robin')
  // How many changes the page has been told of.
  await page.addInitScript(() => {
    window.told = 0
    const listen = EventTarget.prototype.addEventListener
    EventSource.prototype.addEventListener = function (topic, ...rest) {
      listen.call(this, topic, ...rest)
      if (topic === 'changes') listen.call(this, topic, () => window.told++)
    }
  })
  await page.clock.install()
  await listen(page, '/dashboard')
  await item(page, open.title).waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  await listenAtDesk()
  await admin.page.getByRole('button', { name: `Update ${open.title}`, exact: true }).click()
  const modal = admin.page.getByRole('dialog', { name: 'Update Assignment' })
  await modal.getByLabel('Status').selectOption('Graded')
  await modal.getByLabel(/^Grade/).fill('B plus')
  await modal.getByRole('button', { name: 'Update Assignment' }).click()
  // From the news on, the page has a second of its own clock, however slow the machine is.
  await page.waitForFunction(() => window.told > 0)
  await page.clock.runFor(1000)
  await item(page, open.title).getByText('B plus').waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})

test('what a student hands in is on the open desk', async () => {
  await listen(admin.page, '/admin/dashboard')
  await submitAs(server, student, 'Handed in just now')
  await rowOf('Handed in just now').waitFor()
})

test('what is being written stays while the rows behind it change', async () => {
  const { page } = admin
  await listenAtDesk()
  await page.getByRole('button', { name: `Update ${open.title}`, exact: true }).click()
  const modal = page.getByRole('dialog', { name: 'Update Assignment' })
  await modal.getByLabel(/^Feedback/).fill('Half a sentence')
  await grade('A minus')
  await page.locator('tr', { hasText: 'A minus' }).waitFor({ state: 'attached' })
  assert.equal(await modal.getByLabel(/^Feedback/).inputValue(), 'Half a sentence')
})

test('two tabs have one connection, and both hear', async () => {
  const { page, context } = await openSamplePerson(browser, server, 'robin')
  const connections = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/realtime') && request.method() === 'GET') connections.push(request)
  })
  await listen(page, '/dashboard')
  const other = await context.newPage()
  await other.goto(`/assignments/${open._id}`)
  await other.getByText('History').waitFor()
  const facts = other.getByRole('complementary', { name: 'Details' })
  await grade('C')
  await item(page, open.title).getByText('C', { exact: true }).waitFor()
  await facts.getByText('C', { exact: true }).waitFor()
  assert.equal(connections.length, 1)

  // The other tab takes over when the first one is closed.
  const takenOver = subscription(other)
  await page.close()
  await takenOver
  await grade('D')
  await facts.getByText('D', { exact: true }).waitFor()
  await context.close()
})

test('both recover by themselves when the server is killed and comes back', async () => {
  await listen(student.page, '/dashboard')
  await listenAtDesk()
  await item(student.page, open.title).waitFor()
  await rowOf(open.title).waitFor()
  const again = [subscription(student.page), subscription(admin.page)]
  await server.kill()
  await server.start()
  await grade('E')
  await item(student.page, open.title).getByText('E', { exact: true }).waitFor()
  await rowOf(open.title).getByText('E', { exact: true }).waitFor()
  await Promise.all(again)
  await grade('F')
  await item(student.page, open.title).getByText('F', { exact: true }).waitFor()
})

test('a browser that opened while the server was away connects when it is back', async () => {
  const nia = await openSamplePerson(browser, server, 'nia')
  await nia.page.route('**/api/realtime', (route) => route.abort(), { times: 2 })
  await listen(nia.page, '/dashboard')
  await submitAs(server, nia, 'From elsewhere')
  await item(nia.page, 'From elsewhere').waitFor()
  await nia.context.close()
})

/** Somebody new at a page of theirs, whose browser hears of changes. */
async function newcomerAt(name, address) {
  const person = await openNewcomer(browser, server, `${name} Frost`)
  await listen(person.page, address)
  return person
}

test('a page whose session ends elsewhere leads to the login page, and back with what was typed', async () => {
  const { page, context, user, faults } = await newcomerAt('Una', '/upload')
  await page.getByLabel('Title').fill('Half an essay')
  await call(server, admin.token, 'PATCH', `/users/${user._id}`, { status: 'inactive' })
  await page.waitForURL('**/login?next=%2Fupload')
  await eventually(page, () => tokenOf(page), null)
  await call(server, admin.token, 'PATCH', `/users/${user._id}`, { status: 'active' })
  await logIn(page, user.email)
  await page.waitForURL('**/upload')
  await eventually(page, () => page.getByLabel('Title').inputValue(), 'Half an essay')
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
  const { page, context, faults } = await newcomerAt('Ole', '/profile/settings')
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
  await eventually(page, () => tokenOf(page), null)
  assert.deepEqual(faults, [])
  await context.close()
})

test('a changed password ends every session but the one that changed it, however slow the answer', async () => {
  const here = await newcomerAt('Ivo', '/profile/settings')
  const { storageState } = here
  const elsewhere = await openPerson(browser, server.url, { storageState })
  await listen(elsewhere.page, '/upload')
  const neighbour = await here.context.newPage()
  await neighbour.goto('/dashboard')
  await neighbour.getByRole('heading', { name: 'Your Assignments' }).waitFor()
  await submitAs(server, here, 'Before the change')
  await item(neighbour, 'Before the change').waitFor()
  await here.page.bringToFront()

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
  await submitAs(server, { token: await tokenOf(here.page) }, 'After the change')
  await item(neighbour, 'After the change').waitFor()
  assert.equal(new URL(here.page.url()).pathname, '/profile/settings')
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
  await page.getByRole('navigation', { name: 'Dashboard sections' }).waitFor()
  await page.goto('/profile')
  await page.getByText('Admin', { exact: true }).first().waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})

test('nothing goes on behind a logout', async () => {
  const { page } = student
  await listenAtDesk()
  await listen(page, '/dashboard')
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const calls = []
  page.on('request', (request) => calls.push(request.url()))
  await grade('A')
  await rowOf(open.title).getByText('A', { exact: true }).waitFor()
  assert.deepEqual(
    calls.filter((url) => url.includes('/api/')),
    [],
  )
})
