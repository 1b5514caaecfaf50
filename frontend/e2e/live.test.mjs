// Pages show what other people do without a reload.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, loadedAgain, openPerson, subscription } from './browser.mjs'
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

/** Opens a page, and waits until it has subscribed to changes. */
async function listen(page, address) {
  const subscribed = subscription(page)
  await page.goto(address)
  await subscribed
}

const tokenOf = (page) => page.evaluate(() => localStorage.getItem('token'))

const grade = (mark) =>
  call(server, admin.token, 'PATCH', `/assignments/${open._id}`, { status: 'graded', grade: mark })

/** Opens the admin dashboard with the assignment that these tests grade. */
const openDashboard = () => listen(admin.page, `/admin/dashboard?search=${encodeURIComponent(open.title)}`)

const rowOf = (title) => admin.page.getByRole('row', { name: title })

test('a grade appears on the open dashboard within a second', async () => {
  const { page, context, faults } = await openSamplePerson(browser, server, 'robin')
  // Keeps the changes that the page has received.
  await page.addInitScript(() => {
    window.changes = []
    const listen = EventTarget.prototype.addEventListener
    EventSource.prototype.addEventListener = function (topic, ...rest) {
      listen.call(this, topic, ...rest)
      if (topic === 'changes') listen.call(this, topic, ({ data }) => window.changes.push(JSON.parse(data)))
    }
  })
  await page.clock.install()
  // The page loads its list again once it is connected. If its clock jumped before that, the connection would time out.
  const current = loadedAgain(page, '/api/assignments')
  await listen(page, '/dashboard')
  await item(page, open.title).waitFor()
  await current
  await page.clock.pauseAt(Date.now() + 60_000)
  await openDashboard()
  await admin.page.getByRole('button', { name: `Update ${open.title}`, exact: true }).click()
  const modal = admin.page.getByRole('dialog', { name: 'Update Assignment' })
  await modal.getByLabel('Status').selectOption('Graded')
  await modal.getByLabel(/^Grade/).fill('B plus')
  await modal.getByRole('button', { name: 'Update Assignment' }).click()
  // After the change arrives, the page has one second of its own clock, however slow the machine is. The student's
  // notice of the grade may arrive long before it.
  await page.waitForFunction(
    (id) => window.changes.some((change) => change.noun === 'assignments' && change.id === id),
    open._id,
  )
  await page.clock.runFor(1000)
  await item(page, open.title).getByText('B plus').waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})

test("a new assignment appears on the admin's open dashboard", async () => {
  await listen(admin.page, '/admin/dashboard')
  await submitAs(server, student, 'Handed in just now')
  await rowOf('Handed in just now').waitFor()
})

test('typed text stays while the rows behind the dialog change', async () => {
  const { page } = admin
  await openDashboard()
  await page.getByRole('button', { name: `Update ${open.title}`, exact: true }).click()
  const modal = page.getByRole('dialog', { name: 'Update Assignment' })
  await modal.getByLabel(/^Feedback/).fill('Half a sentence')
  await grade('A minus')
  await page.locator('tr', { hasText: 'A minus' }).waitFor({ state: 'attached' })
  assert.equal(await modal.getByLabel(/^Feedback/).inputValue(), 'Half a sentence')
})

test('two tabs share one connection, and both receive changes', async () => {
  const { page, context } = await openSamplePerson(browser, server, 'robin')
  const connections = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/realtime') && request.method() === 'GET') connections.push(request)
  })
  await listen(page, '/dashboard')
  const other = await context.newPage()
  await other.goto(`/assignments/${open._id}`)
  await other.getByText('History').waitFor()
  const details = other.getByRole('complementary', { name: 'Details' })
  await grade('C')
  await item(page, open.title).getByText('C', { exact: true }).waitFor()
  await details.getByText('C', { exact: true }).waitFor()
  assert.equal(connections.length, 1)

  // The other tab takes over when the first one is closed.
  const takenOver = subscription(other)
  await page.close()
  await takenOver
  await grade('D')
  await details.getByText('D', { exact: true }).waitFor()
  await context.close()
})

test('open pages reconnect when the server is killed and restarted', async () => {
  await listen(student.page, '/dashboard')
  await openDashboard()
  await item(student.page, open.title).waitFor()
  await rowOf(open.title).waitFor()
  const reconnected = [subscription(student.page), subscription(admin.page)]
  await server.kill()
  await server.start()
  await grade('E')
  await item(student.page, open.title).getByText('E', { exact: true }).waitFor()
  await rowOf(open.title).getByText('E', { exact: true }).waitFor()
  await Promise.all(reconnected)
  await grade('F')
  await item(student.page, open.title).getByText('F', { exact: true }).waitFor()
})

test('a page opened during an outage connects once it ends', async () => {
  const nia = await openSamplePerson(browser, server, 'nia')
  await nia.page.route('**/api/realtime', (route) => route.abort(), { times: 2 })
  await listen(nia.page, '/dashboard')
  await submitAs(server, nia, 'From elsewhere')
  await item(nia.page, 'From elsewhere').waitFor()
  await nia.context.close()
})

/** Opens a page as a new person, and waits until it has subscribed to changes. */
async function openPageAsNewcomer(name, address) {
  const person = await openNewcomer(browser, server, `${name} Frost`)
  await listen(person.page, address)
  return person
}

test('text typed before a session ended is back after login', async () => {
  const { page, context, user, faults } = await openPageAsNewcomer('Una', '/upload')
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

test('a page whose account is deleted opens the login page', async () => {
  const { page, context, token } = await openPageAsNewcomer('Odo', '/dashboard')
  await call(server, token, 'DELETE', '/users/delete-account', { currentPassword: PASSWORD })
  await page.waitForURL('**/login?next=%2Fdashboard')
  await context.close()
})

/** Waits until a request of the page is refused with 401. */
const refusal = (page, path) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === path && response.status() === 401)

/** Waits for another request, so that the page has processed the answers before it. */
const roundTrip = (page) => page.evaluate(async () => (await fetch('/api/health')).text())

test('a public page stays open when the session ends', async () => {
  const { page, context, user } = await openPageAsNewcomer('Pia', '/services')
  await page.getByRole('button', { name: /^Profile menu/ }).waitFor()
  // The bell is refused before the session check is answered.
  const refused = refusal(page, '/api/notices')
  await page.route('**/api/auth/me', async (route) => {
    await refused
    await roundTrip(page)
    await route.continue()
  })
  await call(server, admin.token, 'PATCH', `/users/${user._id}`, { status: 'inactive' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log In' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/services')
  await context.close()
})

test('deleting the account never shows the login page', async () => {
  const { page, context, faults } = await openPageAsNewcomer('Ole', '/profile/settings')
  const visited = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  const refused = refusal(page, '/api/auth/me')
  await page.route('**/api/users/delete-account', async (route) => {
    const response = await route.fetch()
    await refused
    await roundTrip(page)
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByLabel('Current Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click()
  await page.getByText('Your account has been permanently deleted').waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  assert.ok(!visited.includes('/login'), visited.join())
  await eventually(page, () => tokenOf(page), null)
  assert.deepEqual(faults, [])
  await context.close()
})

test('a new password ends every other session', async () => {
  const changing = await openPageAsNewcomer('Ivo', '/profile/settings')
  const { storageState } = changing
  const otherBrowser = await openPerson(browser, server.url, { storageState })
  await listen(otherBrowser.page, '/upload')
  const otherTab = await changing.context.newPage()
  await otherTab.goto('/dashboard')
  await otherTab.getByRole('heading', { name: 'Your Assignments' }).waitFor()
  await submitAs(server, changing, 'Before the change')
  await item(otherTab, 'Before the change').waitFor()
  await changing.page.bringToFront()

  // The answer waits until the old token has been refused in both tabs and the server has closed the connection.
  const refusals = [refusal(changing.page, '/api/auth/me'), refusal(otherTab, '/api/assignments')]
  await changing.page.route('**/api/users/change-password', async (route) => {
    const response = await route.fetch()
    await Promise.all(refusals)
    await roundTrip(otherTab)
    assert.ok(await item(otherTab, 'Before the change').isVisible(), 'the page keeps its content meanwhile')
    await route.fulfill({ response })
  })
  await changing.page.getByRole('button', { name: 'Change Password' }).click()
  const modal = changing.page.getByRole('dialog', { name: 'Change Password' })
  await fill(modal, {
    'Current Password': PASSWORD,
    'New Password': 'another horse',
    'Confirm New Password': 'another horse',
  })
  await modal.getByRole('button', { name: 'Change Password' }).click()
  await changing.page.getByText('Password changed successfully').waitFor()
  await otherBrowser.page.waitForURL('**/login?next=%2Fupload')

  // Both tabs of this browser still receive changes.
  await submitAs(server, { token: await tokenOf(changing.page) }, 'After the change')
  await item(otherTab, 'After the change').waitFor()
  assert.equal(new URL(changing.page.url()).pathname, '/profile/settings')
  assert.deepEqual([changing.faults, otherBrowser.faults], [[], []])
  await changing.context.close()
  await otherBrowser.context.close()
})

test("a new role opens that role's dashboard", async () => {
  const { page, context, user, faults } = await openPageAsNewcomer('Eva', '/dashboard')
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

test('a logged-out page sends no requests', async () => {
  const { page } = student
  await openDashboard()
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
