// What people do with the emails they get: each link is followed as it stands in its email.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertLayout, eventually, openPerson } from './browser.mjs'
import { fill, item, logIn, PASSWORD } from './desk.mjs'
import { linkIn, openMailbox } from './mailbox.mjs'
import { call, openNewcomer, submitAs } from './sample.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'

let mailbox

openStage({}, async () => {
  mailbox = await openMailbox(server)
})

after(() => mailbox.close())

const OWN_WORK = 'Any work that you sent us under this address before is in your account now.'

const main = (page) => page.getByRole('main')
const press = (page, name) => main(page).getByRole('button', { name, exact: true }).click()
const tokenIn = (page) => page.evaluate(() => localStorage.getItem('token'))

const takeLink = async (address, subject, path) => linkIn(await mailbox.take(address, subject), server, path)

/** Opens a link as a mail program does, and waits until its token is no longer in the address bar. */
async function follow(page, link) {
  await page.goto(link)
  const { origin, pathname } = new URL(link)
  await eventually(page, async () => page.url(), origin + pathname)
}

test('confirming an address brings in its guest work', async () => {
  const email = 'nia@example.com'
  await call(server, '', 'POST', '/assignments/public', {
    title: 'Written as a guest',
    description: 'Two thousand words, three sources.',
    subject: 'History of science',
    dueDate: '2031-12-01',
    email,
  })
  const { page, context, faults } = await openNewcomer(browser, server, 'Nia Frost')
  const link = await takeLink(email, 'Confirm your email address', '/verify-email')
  await page.goto('/dashboard')
  await page.getByText(`Your email address ${email} is not confirmed yet.`).waitFor()
  assert.equal(await item(page, 'Written as a guest').count(), 0)

  const other = await context.newPage()
  await follow(other, link)
  await other.getByRole('button', { name: 'Confirm address' }).waitFor()
  const { user } = await call(server, '', 'POST', '/auth/login', { email, password: PASSWORD })
  assert.equal(user.verified, false, 'opening the page changes nothing')
  await press(other, 'Confirm address')
  await other.getByText(OWN_WORK).waitFor()

  await page.getByText('is not confirmed yet').waitFor({ state: 'detached' })
  await item(page, 'Written as a guest').waitFor()

  await follow(other, link)
  await other.reload()
  await other.getByText('Open the link in the email again').waitFor()
  await follow(other, link)
  await press(other, 'Confirm address')
  await other.getByText('This link is no longer valid').waitFor()
  await other.getByText('there is nothing left to do').waitFor()
  await assertLayout(other, 'a link that was used')
  assert.deepEqual(faults, [])
  await context.close()
})

test('confirming with a new password locks out whoever signed up', async () => {
  const email = 'ines@example.com'
  await call(server, '', 'POST', '/assignments/public', {
    title: 'Not for strangers',
    description: 'Two thousand words, three sources.',
    subject: 'History of science',
    dueDate: '2031-12-01',
    email,
  })
  const stranger = await openNewcomer(browser, server, 'Ines Novak')
  await stranger.page.goto('/dashboard')
  const link = await takeLink(email, 'Confirm your email address', '/verify-email')

  const { page, context, faults } = await openPerson(browser, server.url)
  await follow(page, link)
  await press(page, 'Confirm address')
  await page.getByText('This browser is not logged in to the account of this address.').waitFor()
  await eventually(
    page,
    () => page.getByLabel('Password', { exact: true }).evaluate((field) => field === document.activeElement),
    true,
  )
  await assertLayout(page, 'the password of the account')
  await fill(page, { Password: 'a-guess' })
  await press(page, 'Confirm address')
  await page.getByRole('alert').getByText('Password is incorrect').waitFor()
  await press(page, 'Choose a new password instead')
  await assertLayout(page, 'a new password of the account')
  await fill(page, { 'New Password': 'another-secret', 'Confirm New Password': 'another-secret' })
  await press(page, 'Save password and confirm address')
  await page.waitForURL('**/login')
  await page.getByText('Your email address is confirmed. Log in with your new password.').waitFor()
  await stranger.page.waitForURL('**/login?next=%2Fdashboard')
  await logIn(page, email, 'another-secret')
  await page.waitForURL('**/dashboard')
  await item(page, 'Not for strangers').waitFor()
  assert.deepEqual([faults, stranger.faults], [[], []])
  await context.close()
  await stranger.context.close()
})

test("a visitor confirms an address with the account's password", async () => {
  const email = 'ravi@example.com'
  const { page: own, context: owner } = await openNewcomer(browser, server, 'Ravi Menon')
  await own.goto('/dashboard')
  const line = own.getByText(`Your email address ${email} is not confirmed yet.`)
  await line.waitFor()
  const { page, context, faults } = await openPerson(browser, server.url)
  await follow(page, await takeLink(email, 'Confirm your email address', '/verify-email'))
  await press(page, 'Confirm address')
  await fill(page, { Password: PASSWORD })
  await press(page, 'Confirm address')
  await page.getByText('is in the account of this address now. Log in to that account to see it.').waitFor()
  await own.reload()
  await own.getByRole('heading', { name: 'Your Assignments' }).waitFor()
  await eventually(own, () => line.count(), 0, 'the session has not ended, and knows of it')
  assert.deepEqual(faults, [])
  await context.close()
  await owner.close()
})

test('a new password ends other sessions and voids the link', async () => {
  const email = 'kit@example.com'
  const elsewhere = await openNewcomer(browser, server, 'Kit Marlow')
  await elsewhere.page.goto('/dashboard')
  await elsewhere.page.getByRole('heading', { name: 'Your Assignments' }).waitFor()

  const { page, context, faults } = await openPerson(browser, server.url)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.waitForURL('**/forgot-password')
  await eventually(page, () => page.getByLabel('Email').inputValue(), email)
  await press(page, 'Send the link')
  await page.getByText(`If ${email} belongs to an account`).waitFor()

  const link = await takeLink(email, 'Reset your password', '/reset-password')
  await follow(page, link)
  await fill(page, { 'New Password': 'another-secret', 'Confirm New Password': 'another-secret' })
  await press(page, 'Save new password')
  await page.waitForURL('**/login')
  await page.getByText('Your new password is saved. Log in with it now.').waitFor()
  await mailbox.take(email, 'Your password was changed')
  await elsewhere.page.waitForURL('**/login?next=%2Fdashboard')

  await logIn(page, email)
  await page.getByRole('alert').getByText('Invalid credentials').waitFor()
  await fill(page, { Password: 'another-secret' })
  await press(page, 'Log In')
  await page.waitForURL('**/dashboard')

  await follow(page, link)
  await fill(page, { 'New Password': 'a-third-secret', 'Confirm New Password': 'a-third-secret' })
  await press(page, 'Save new password')
  await page.getByText('This link is no longer valid').waitFor()
  await page.getByRole('link', { name: 'Ask for a new link' }).waitFor()
  assert.deepEqual([faults, elsewhere.faults], [[], []])
  await context.close()
  await elsewhere.context.close()
})

test('the old address is told, and can undo the change', async () => {
  const email = 'wren@example.com'
  const { page, context, faults } = await openNewcomer(browser, server, 'Wren Okafor')
  await follow(page, await takeLink(email, 'Confirm your email address', '/verify-email'))
  await press(page, 'Confirm address')
  await page.getByText('Your email address is confirmed').waitFor()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit' }).click()
  await fill(page, {
    'First Name': 'Wren',
    'Last Name': 'Okafor',
    Email: 'taken@example.com',
    'Current Password': PASSWORD,
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('The email to the old address has a link that undoes the change.').waitFor()
  await page.getByText('Your email address taken@example.com is not confirmed yet.').waitFor()
  await mailbox.take('taken@example.com', 'Confirm your email address')

  const link = await takeLink(email, 'Your email address was changed', '/undo-email')
  const { page: reader, context: readers, faults: others } = await openPerson(browser, server.url)
  await follow(reader, link)
  await reader.getByText('Your old address comes back.').waitFor()
  await assertLayout(reader, 'undoing a change')
  assert.ok(await tokenIn(page), 'opening the page changes nothing')
  await press(reader, 'Undo the change')
  await reader.getByText('Your old address is back').waitFor()
  await page.waitForURL('**/login?next=%2Fprofile')

  const reset = await takeLink(email, 'Reset your password', '/reset-password')
  await follow(reader, reset)
  await fill(reader, { 'New Password': 'another-secret', 'Confirm New Password': 'another-secret' })
  await press(reader, 'Save new password')
  await reader.waitForURL('**/login')
  await fill(reader, { Email: email, Password: 'another-secret' })
  await press(reader, 'Log In')
  await reader.waitForURL('**/dashboard')
  assert.equal(
    await reader.getByText('is not confirmed yet').count(),
    0,
    'the old address is a confirmed one',
  )

  await follow(reader, link)
  await press(reader, 'Undo the change')
  await reader.getByText('This link is no longer valid').waitFor()
  assert.deepEqual([faults, others], [[], []])
  await context.close()
  await readers.close()
})

test("the link in an email's footer turns off its kind", async () => {
  const email = 'tomas@example.com'
  const tomas = await openNewcomer(browser, server, 'Tomas Lindqvist')
  const { page, context, faults } = tomas
  await submitAs(server, tomas, 'On tides')
  const link = await takeLink(email, 'Your assignment was handed in: A-', '/api/unsubscribe/')
  const reader = await context.newPage()
  await page.goto('/profile/settings')
  const emails = page.getByRole('switch', { name: 'Email: Assignments you hand in' })
  const notices = page.getByRole('switch', { name: 'Notice: Assignments you hand in' })
  await emails.waitFor()
  assert.deepEqual([await emails.isChecked(), await notices.isChecked()], [true, true])

  await reader.goto(link)
  await reader.getByRole('heading', { name: 'Stop these emails?' }).waitFor()
  for (const colorScheme of ['light', 'dark']) {
    await reader.emulateMedia({ colorScheme })
    await assertLayout(reader, `stopping emails, ${colorScheme}`)
  }
  await reader.getByRole('button', { name: 'Stop these emails' }).click()
  await reader.getByRole('heading', { name: 'You will get no more of these emails' }).waitFor()
  await page.reload()
  await eventually(page, async () => [await emails.isChecked(), await notices.isChecked()], [false, true])

  for (const choice of [emails, notices]) {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await choice.click()
    await saved
  }
  await page.reload()
  await eventually(page, async () => [await emails.isChecked(), await notices.isChecked()], [true, false])
  assert.deepEqual(faults, [])
  await context.close()
})

test("a calendar's secret address can be replaced and removed", async () => {
  const lou = await openNewcomer(browser, server, 'Lou Pemberton')
  const { page, context, faults } = lou
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await submitAs(server, lou, 'On tides')
  await page.goto('/profile/settings')
  await press(page, 'Create address')
  const field = page.getByLabel('Secret address')
  const first = await field.inputValue()
  const calendar = async (url) => {
    const answer = await fetch(url)
    return [answer.status, (await answer.text()).includes('SUMMARY:Due: On tides')]
  }
  assert.deepEqual(await calendar(first), [200, true])
  await press(page, 'Copy address')
  await page.getByText('Address copied').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), first)

  await press(page, 'Replace address')
  const question = page.getByRole('alertdialog')
  await assertLayout(page, 'the question before replacing', { widths: [320, 1280], read: [320, 1280] })
  await question.getByRole('button', { name: 'Replace address' }).click()
  await eventually(page, async () => (await field.inputValue()) === first, false)
  const second = await field.inputValue()
  assert.deepEqual(
    [await calendar(first), await calendar(second)],
    [
      [404, false],
      [200, true],
    ],
  )

  await press(page, 'Remove address')
  await question.getByRole('button', { name: 'Remove address' }).click()
  await page.getByRole('button', { name: 'Create address' }).waitFor()
  assert.deepEqual(await calendar(second), [404, false])
  assert.deepEqual(faults, [])
  await context.close()
})

test('admins see failed emails, and resend or dismiss them', async () => {
  const { page, context, faults, token } = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  const link = await takeLink('ada@example.com', 'Confirm your email address', '/verify-email')
  await page.goto('/admin/dashboard')
  await page.getByRole('heading', { name: 'Confirm your email address first' }).waitFor()
  await assertLayout(page, 'the desk before the address is confirmed', {
    widths: [320, 360, 1280],
    read: [320],
  })
  const other = await context.newPage()
  await follow(other, link)
  await press(other, 'Confirm address')
  await other.getByText('Your email address is confirmed').waitFor()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor() // in the open tab too
  await other.close()
  faults.length = 0 // its requests were refused
  const failsFor = async (name, address) => {
    mailbox.refused.add(address)
    const { context } = await openNewcomer(browser, server, name)
    await context.close()
    await eventually(page, async () => (await call(server, token, 'GET', '/mails/state')).failed, 1)
  }
  const rowOf = (address) => page.getByRole('row', { name: new RegExp(address) })
  await page.goto('/admin/dashboard/mails')
  await page.getByRole('button', { name: 'Resend all failed emails' }).waitFor()

  await failsFor('Bo Larsen', 'bo@example.com')
  await press(page, 'Refresh')
  await rowOf('bo@example.com').getByText('Failed', { exact: true }).waitFor()
  await rowOf('bo@example.com').getByText('No such mailbox').waitFor()
  await page.getByText('1 email could not be sent.').waitFor()
  await assertLayout(page, 'a failed email', { widths: [320, 360, 1024, 1280] })
  mailbox.refused.delete('bo@example.com')
  await press(page, 'Resend all failed emails')
  await page.getByText('1 email is waiting to be sent').waitFor()
  await mailbox.take('bo@example.com', 'Confirm your email address')
  await rowOf('bo@example.com').getByText('Sent', { exact: true }).waitFor()
  await page.getByText('could not be sent').waitFor({ state: 'detached' })

  await failsFor('Cy Larsen', 'cy@example.com')
  await press(page, 'Refresh')
  await rowOf('cy@example.com')
    .getByRole('button', { name: /^Dismiss: / })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss email' }).click()
  await rowOf('cy@example.com').waitFor({ state: 'detached' })
  await eventually(page, () => page.evaluate(() => document.activeElement?.tagName), 'TABLE')
  assert.deepEqual(faults, [])
  await context.close()
})
