// The signed-in screens, on one server with the sample data of `make demo`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, assertFits, eventually, loadedAgain, openPerson, stopClock } from './browser.mjs'
import { drop, fill, item, openNewAssignment, PASSWORD } from './desk.mjs'
import { addressOf, call, openNewcomer, openSamplePerson, SAMPLE_PASSWORD, submitAs } from './sample.mjs'
import { makePdf } from './sample-files.mjs'
import { browser, openStage, server } from './stage.mjs'

const people = {}

openStage({ sample: true }, async () => {
  for (const who of ['ada', 'kim', 'robin']) people[who] = await openSamplePerson(browser, server, who)
})

const search = (page) => new URL(page.url()).search
const toast = (page, text) => page.getByText(text, { exact: true }).last().waitFor()

test("a student's totals link to the lists that they count", async () => {
  const { page } = people.robin
  await page.goto('/dashboard')
  const totals = page.getByRole('region', { name: 'Totals' })
  for (const [card, address] of [
    ['Completed', '?show=completed'],
    ['Pending', '?show=pending'],
    ['Upcoming Deadlines', '?show=upcoming'],
  ]) {
    await totals.getByRole('link', { name: new RegExp(`^${card}`) }).click()
    await page.waitForURL(`**/dashboard${address}`)
    const counted = Number((await totals.getByRole('link', { name: card }).innerText()).match(/\d+/)[0])
    await page.waitForFunction(
      (rows) => document.querySelectorAll('article').length === rows,
      Math.min(counted, 20),
    )
  }
  await page.goBack()
  await page.waitForURL('**/dashboard?show=pending')
})

test('the upload page keeps its draft, and takes dropped files', async () => {
  const { page, context, token, faults } = await openSamplePerson(browser, server, 'robin')
  await stopClock(page)
  await page.goto('/upload')
  const send = page.getByRole('button', { name: 'Upload Assignment' })
  await send.click()
  for (const field of ['Title', 'Description', 'Subject', 'Due date', 'Attachment'])
    await page.getByText(`${field} is required`).waitFor()
  await fill(page, { Title: 'An uploaded essay', Description: 'On doors.', Subject: 'Design' })
  await page.getByLabel('Due date').fill('2031-12-01')
  await eventually(page, () => page.getByLabel('Priority').inputValue(), 'Medium')
  await page.reload()
  await eventually(page, () => page.getByLabel('Title').inputValue(), 'An uploaded essay')

  await drop(page, { name: 'doors.pdf', mimeType: 'application/pdf', buffer: makePdf('On doors') })
  await page.getByText('doors.pdf').waitFor()
  await send.click()
  await page.getByText('Assignment uploaded!').waitFor()
  await page.clock.runFor(1100)
  assert.equal(new URL(page.url()).pathname, '/upload', 'the confirmation stays for a moment')
  await page.clock.runFor(200)
  await page.waitForURL('**/dashboard')
  await page.clock.resume()
  await item(page, 'An uploaded essay').waitFor()
  const [newest] = await call(server, token, 'GET', '/assignments?page=1&perPage=1')
  assert.equal(newest.dueDate, await page.evaluate(() => new Date('2031-12-01T23:59:59').toISOString()))
  assert.deepEqual(faults, [])
  await context.close()
})

test('an upload shows its progress, and can be cancelled', async () => {
  const { page, context } = people.robin
  await page.goto('/upload')
  await fill(page, { Title: 'Too large to wait for', Description: 'x', Subject: 'x' })
  await page.getByLabel('Due date').fill('2031-12-01')
  const text = Buffer.alloc(4_000_000, 'word ')
  await page
    .getByLabel(/^Attachment/)
    .setInputFiles({ name: 'large.txt', mimeType: 'text/plain', buffer: text })
  const network = await context.newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  await page.getByRole('button', { name: 'Upload Assignment' }).click()
  await page.getByRole('progressbar').waitFor()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  assert.equal(await page.getByLabel('Title').inputValue(), 'Too large to wait for')
  const own = await call(server, people.robin.token, 'GET', '/assignments')
  assert.ok(!own.some(({ title }) => title === 'Too large to wait for'))
})

test('a long file name in another script fits the screen', async () => {
  const { page, context, faults } = await openSamplePerson(browser, server, 'robin')
  const name = `${'Эссе о приливах и отливах '.repeat(5).trim()}.pdf`
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/upload')
  await fill(page, { Title: 'Tides in Cyrillic', Description: 'x', Subject: 'x' })
  await page.getByLabel('Due date').fill('2031-12-01')
  await page
    .getByLabel(/^Attachment/)
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: makePdf('Tides') })
  await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
  await assertFits(page, 'the upload page with a long file name')
  await page.getByRole('button', { name: 'Upload Assignment' }).click()
  await page.waitForURL('**/dashboard')
  await item(page, 'Tides in Cyrillic').getByRole('link').click()
  await page.getByRole('button', { name: `Download ${name}` }).waitFor()
  await assertFits(page, 'the assignment page')
  assert.deepEqual(faults, [])
  await context.close()
})

test('a fully sent upload cannot be cancelled', async () => {
  const { page } = people.kim
  await page.goto('/upload')
  await fill(page, { Title: 'A lesson plan of my own', Description: 'x', Subject: 'x' })
  await page.getByLabel('Due date').fill('2031-12-01')
  const buffer = makePdf('Lesson plan')
  await page
    .getByLabel(/^Attachment/)
    .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer })
  server.pause()
  try {
    await page.getByRole('button', { name: 'Upload Assignment' }).click()
    const waiting = page.getByRole('button', { name: 'Sent, waiting for confirmation' })
    await waiting.waitFor()
    assert.equal(await waiting.getAttribute('aria-disabled'), 'true')
    await waiting.click({ force: true })
  } finally {
    server.resume()
  }
  await page.getByText('Assignment uploaded!').waitFor()
  await page.waitForURL('**/tutor/dashboard')
  await page.getByRole('link', { name: 'Assignments you handed in' }).click()
  await item(page, 'A lesson plan of my own').getByRole('link').click()
  await page.getByRole('button', { name: /^Download plan\.pdf/ }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).waitFor()
})

/** Opens a person of the sample data, whose clock the test controls. */
async function openWithClock(who) {
  const person = await openSamplePerson(browser, server, who)
  await person.page.clock.install()
  return person
}

async function fillNewAssignment(page, title) {
  const modal = await openNewAssignment(page)
  await modal.getByLabel('Title').fill(title)
  await modal.getByLabel('Description').fill('x')
  await modal.getByLabel('Subject').fill('x')
  await modal.getByLabel('Due date').fill('2031-12-01T21:00')
  return modal
}

test('a dialog ignores Escape while it is being sent', async () => {
  const { page } = people.robin
  await page.goto('/dashboard')
  const modal = await fillNewAssignment(page, 'Sent in a hurry')
  server.pause()
  try {
    await modal.getByRole('button', { name: 'Create Assignment' }).click()
    await modal.getByRole('button', { name: 'Sent, waiting for confirmation' }).waitFor()
    for (let count = 0; count < 3; count++) await page.keyboard.press('Escape')
    assert.ok(await modal.isVisible())
  } finally {
    server.resume()
  }
  await toast(page, 'Assignment created')
  await item(page, 'Sent in a hurry').waitFor()
  await modal.waitFor({ state: 'detached' })
})

test('an overdue dialog can be closed, and keeps the input', async () => {
  const { page, context, faults } = await openWithClock('robin')
  const current = loadedAgain(page, '/api/assignments')
  await page.goto('/dashboard')
  const modal = await fillNewAssignment(page, 'Sent to nobody')
  await current
  const buffer = makePdf('x'.repeat(1_000_000))
  await modal.getByLabel(/^File/).setInputFiles({ name: 'large.pdf', mimeType: 'application/pdf', buffer })
  const uncertain = 'Your assignment may have arrived. Check your list before you send it again.'
  server.pause()
  try {
    await modal.getByRole('button', { name: 'Create Assignment' }).click()
    await modal.getByRole('button', { name: 'Sent, waiting for confirmation' }).waitFor()
    await page.clock.fastForward(10_000)
    const stop = modal.getByRole('button', { name: 'Stop waiting' })
    await stop.waitFor()
    await assertAccessible(page, 'an overdue answer')
    await page.setViewportSize({ width: 320, height: 800 })
    await assertFits(page, 'an overdue answer')
    const listRequest = page.waitForRequest(
      (request) => new URL(request.url()).pathname === '/api/assignments',
    )
    await stop.click()
    await modal.getByRole('alert').getByText(uncertain).waitFor()
    assert.equal((await listRequest).method(), 'GET', 'the list is requested again')
    assert.equal(await modal.getByLabel('Title').inputValue(), 'Sent to nobody')
    await modal.getByText('large.pdf').waitFor()

    // Escape closes the dialog too, and shows the same message on the page.
    await modal.getByRole('button', { name: 'Create Assignment' }).click()
    await modal.getByRole('button', { name: 'Sent, waiting for confirmation' }).waitFor()
    await page.clock.fastForward(10_000)
    await stop.waitFor()
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
    await page.getByText(uncertain).waitFor()
  } finally {
    server.resume()
  }
  const reopened = await openNewAssignment(page)
  await eventually(page, () => reopened.getByLabel('Title').inputValue(), 'Sent to nobody')
  assert.deepEqual(faults, [])
  await context.close()
})

test("the admin's dialog can be closed if the server hangs", async () => {
  const { page, context, faults } = await openWithClock('ada')
  await page.goto('/admin/dashboard')
  await page
    .getByRole('button', { name: /^Update / })
    .first()
    .click()
  const modal = page.getByRole('dialog', { name: 'Update Assignment' })
  await modal.getByLabel(/^Feedback/).fill('A page of thoughts')
  server.pause()
  try {
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await modal.getByRole('button', { name: 'Update Assignment' }).click()
    await sent
    await page.clock.fastForward(20_000)
    await modal
      .getByRole('alert')
      .getByText('Unable to reach the server. Please check your connection.')
      .waitFor()
    assert.equal(await modal.getByLabel(/^Feedback/).inputValue(), 'A page of thoughts')
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await modal.waitFor({ state: 'detached' })
  } finally {
    server.resume()
  }
  assert.deepEqual(faults, [])
  await context.close()
})

test('a student sees the history and rates the work once', async () => {
  const { page, token } = people.robin
  const own = await call(server, token, 'GET', '/assignments?status=graded,completed')
  let unrated
  for (const finished of own) {
    if (!(await call(server, token, 'GET', `/assignments/${finished._id}/rating`))) unrated ??= finished
  }
  await page.goto('/dashboard?show=completed')
  await page.getByRole('link', { name: unrated.title, exact: true }).click()
  await page.waitForURL(`**/assignments/${unrated._id}`)
  await page.getByRole('heading', { level: 1, name: unrated.title }).waitFor()
  await page.getByText('Handed in', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Rate the work' }).click()
  await page.getByText('Rating must be a whole number from 1 to 5').waitFor()
  await page.getByRole('radio', { name: '4 out of 5' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel(/^Comment/).fill('Clear, and in good time.')
  await page.getByRole('button', { name: 'Rate the work' }).click()
  await page.getByText('Clear, and in good time.').waitFor()
  await page.getByRole('img', { name: '4 out of 5' }).waitFor()
  await page.getByRole('button', { name: 'Rate the work' }).waitFor({ state: 'detached' })
  await page.getByText('Work rated', { exact: true }).waitFor()
})

test("another person's assignment is not found", async () => {
  const { page } = people.kim
  const all = await call(server, people.ada.token, 'GET', '/assignments/all')
  const other = all.find(({ tutor }) => tutor?._id !== people.kim.user._id)
  await page.goto(`/assignments/${other._id}`)
  await page.getByRole('heading', { name: 'Assignment not found' }).waitFor()
})

test('the admin assigns work, and sees ratings and open work', async () => {
  const { page } = people.ada
  await submitAs(server, people.robin, 'An essay to be given')
  await page.goto('/admin/dashboard?search=An+essay+to+be+given')
  await page.getByRole('button', { name: 'Update An essay to be given' }).click()
  const modal = page.getByRole('dialog', { name: 'Update Assignment' })
  const kim = modal.getByRole('option', { name: /^Kim Marsh.* · .* out of 5 \(\d+\) · \d+ open$/ })
  await kim.waitFor({ state: 'attached' })
  await modal.getByLabel(/^Tutor/).selectOption(await kim.innerText())
  await modal.getByLabel('Status').selectOption('In progress')
  await modal.getByLabel(/^Price/).fill('120.50')
  await modal.getByRole('button', { name: 'Update Assignment' }).click()
  await toast(page, 'Assignment updated successfully')
})

test('the admin finds, deactivates and reactivates an account', async () => {
  const { page } = people.ada
  await page.goto('/admin/dashboard')
  await page
    .getByRole('navigation', { name: 'Dashboard sections' })
    .getByRole('link', { name: 'Users' })
    .click()
  await page.waitForURL('**/admin/dashboard/users')
  await page.getByLabel('Role', { exact: true }).selectOption('Student')
  await page.waitForURL('**/admin/dashboard/users?role=student')
  await page.getByLabel('Search').fill('wren')
  await page.getByLabel('Search').press('Enter')
  await page.getByText('1 to 1 of 1').waitFor()
  await page.reload()
  const status = page.getByLabel('Status of Wren Okafor')
  await status.selectOption('Inactive')
  await toast(page, 'User status updated successfully')
  await status.selectOption('Active')
  await page.getByLabel('Role of Wren Okafor').selectOption('Tutor')
  const warning = page.getByRole('alertdialog', { name: 'Make Wren Okafor a tutor?' })
  await warning.getByRole('button', { name: 'Cancel' }).click()
  await eventually(page, () => page.getByLabel('Role of Wren Okafor').inputValue(), 'student')
  assert.ok(search(page).includes('search=wren'))
})

test("a tutor's two quick actions link to the work", async () => {
  const { page, user } = people.kim
  const { _id } = await submitAs(server, people.robin, 'An essay under way')
  const change = { tutor: user._id, status: 'in_progress' }
  await call(server, people.ada.token, 'PATCH', `/assignments/${_id}`, change)
  await page.goto('/tutor/dashboard')
  await item(page, 'An essay under way').getByText('IN PROGRESS').waitFor()
  await page.getByRole('link', { name: /View Available Assignments/ }).click()
  await page.waitForURL('**/tutor/dashboard/available')
  await page.getByText(/^You have \d of \d+ assignments in progress\./).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /Submit Completed Work/ }).click()
  await page.waitForURL('**/tutor/dashboard/submit')
  await item(page, 'An essay under way').waitFor()
  await page.getByRole('link', { name: 'Deliver An essay under way' }).click()
  await page.waitForURL('**#deliver')
  await page.getByRole('region', { name: 'Deliver your work' }).waitFor()
})

test('a tutor edits the profile and sees the earnings', async () => {
  const { page } = people.kim
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Last Name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Last name is required').waitFor()
  await page.getByLabel('Last Name').fill('Marshwood')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Profile updated successfully')
  await page.getByRole('button', { name: 'Profile menu for Kim Marshwood' }).waitFor()
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText(/^\$[\d,]+\.\d\d$/).waitFor()
  await page.getByText('Profile updated', { exact: true }).waitFor()
})

test('a new password keeps this session and ends the others', async () => {
  const { page, context, token, faults } = await openNewcomer(browser, server, 'Una Frost')
  await page.goto('/profile/settings')
  await page.getByRole('button', { name: 'Change Password' }).click()
  const modal = page.getByRole('dialog', { name: 'Change Password' })
  const change = async (current, fresh, repeated) => {
    await modal.getByLabel('Current Password', { exact: true }).fill(current)
    await modal.getByLabel('New Password', { exact: true }).fill(fresh)
    await modal.getByLabel('Confirm New Password', { exact: true }).fill(repeated)
    await modal.getByRole('button', { name: 'Change Password' }).click()
  }
  await change(PASSWORD, 'quill-1', 'quill-2')
  await modal.getByText('New passwords do not match').waitFor()
  await change('not-it', 'quill-1', 'quill-1')
  await modal.getByRole('alert').getByText('Current password is incorrect').first().waitFor()
  await change(PASSWORD, 'quill-1', 'quill-1')
  await toast(page, 'Password changed successfully')
  await page.reload()
  await page.getByRole('heading', { name: 'Danger Zone' }).waitFor()
  await assert.rejects(call(server, token, 'GET', '/auth/me'), /401/)
  assert.deepEqual(faults, [])
  await context.close()
})

test('deleting an account asks first, then opens the front page', async () => {
  // Most people in the sample have orders that are not settled yet.
  const { page, context } = await openNewcomer(browser, server, 'Vic Stone')
  await page.goto('/profile/settings')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByLabel('Current Password', { exact: true }).fill('not the password')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click()
  await page.getByRole('alertdialog').getByText('Current password is incorrect').first().waitFor()
  await page.getByLabel('Current Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click()
  await page.getByText('Your account has been permanently deleted').waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  await eventually(page, () => page.evaluate(() => localStorage.getItem('token')), null)
  await context.close()
})

test('two tabs share sign-in and sign-out', async () => {
  const { page, context } = await openPerson(browser, server.url)
  const other = await context.newPage()
  await page.goto('/login')
  await other.goto('/upload')
  await other.waitForURL('**/login?next=%2Fupload')
  await page.bringToFront()
  await fill(page, { Email: addressOf('nia'), Password: SAMPLE_PASSWORD })
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
  await other.waitForURL('**/upload')
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await other.waitForURL('**/login?next=%2Fupload')
  await context.close()
})

test('no browser reported an error', () => {
  for (const [who, { faults }] of Object.entries(people)) assert.deepEqual(faults, [], who)
})
