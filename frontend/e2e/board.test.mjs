// The board of the desk: everything that waits, the most urgent first, and each row leads to what ends it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertLayout, eventually } from './browser.mjs'
import { close, main } from './desk.mjs'
import { openMailbox } from './mailbox.mjs'
import { openConsole } from './operator.mjs'
import { call, openNewcomer, submitAs } from './sample.mjs'
import { word } from './sample-files.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'
import { askFor, deliverAs, inDays, makeDelivered, openTutor } from './work.mjs'

let mailbox
let admin
let student
let tutor

openStage({}, async () => {
  // Before there is a mail server: later, admins confirm their address first.
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  mailbox = await openMailbox(server)
  student = await openNewcomer(browser, server, 'Yara Quillfeather')
  tutor = await openTutor(browser, server, admin, 'Otto Penhale')
})

after(() => mailbox?.close())

const asAdmin = (method, path, body) => call(server, admin.token, method, path, body)

const rowsOf = (page) =>
  page.getByRole('table', { name: 'What is waiting' }).locator('tbody').getByRole('row')

const row = (page, kind, title) => rowsOf(page).filter({ hasText: kind }).filter({ hasText: title })

/** Waits until the tab of the board shows how much waits, 0 for nothing. */
const assertCount = (page, count) =>
  page
    .getByRole('navigation', { name: 'Dashboard sections' })
    .getByRole('link', { name: count ? `Board ${count}` : 'Board', exact: true })
    .waitFor()

/** Waits until the kinds of the rows are these, from the top. */
const assertKinds = (page, kinds) =>
  eventually(
    page,
    async () => (await rowsOf(page).allInnerTexts()).map((text) => text.split(/[\t\n]/)[0]),
    kinds,
  )

test('the board of the desk', async (t) => {
  const { page } = admin
  const late = 'Late already'
  const everything = [
    'Late work',
    'No tutor',
    'New quote request',
    'Held text',
    'Claim to decide',
    'Email failed',
  ]

  await t.test('shows what arrives without a reload', async () => {
    await page.goto('/admin/dashboard/board')
    await main(page).getByText('Nothing is waiting.').waitFor()
    await assertCount(page, 0)
    await assertLayout(page, 'an empty board')

    await submitAs(server, student, 'Wanted: a tutor')
    await row(page, 'No tutor', 'Wanted: a tutor').getByText('Yara Quillfeather').waitFor()
    await assertCount(page, 1)
  })

  await t.test('lists everything that waits, the most urgent first', async () => {
    mailbox.refused.add('nobody@example.com')
    await askFor(server, admin, 'GEOG1010', 'nobody@example.com')
    // The board learns of failed emails only with the next change of something else.
    await eventually(page, async () => (await asAdmin('GET', '/desk/board/counts')).mail_failed, 1)
    const order = await makeDelivered(server, admin, student, tutor, 'TIDE2001')
    await call(server, student.token, 'POST', `/assignments/${order}/claims`, {
      kind: 'refund',
      reason: 'It is about the wrong sea.',
    })
    const { _id } = await submitAs(server, student, late)
    await asAdmin('PATCH', `/assignments/${_id}`, { tutor: tutor.user._id })
    await call(server, tutor.token, 'POST', `/assignments/${_id}/start`)
    await asOverdue(_id)
    const noted = await submitAs(server, student, 'With a note')
    await asAdmin('PATCH', `/assignments/${noted._id}`, { tutor: tutor.user._id })
    await call(server, tutor.token, 'POST', `/assignments/${noted._id}/start`)
    await deliverAs(server, tutor, noted._id, [word('Essay.docx', 'Done.')], 'Write to otto@example.org.')
    await assertCount(page, 6)
    await assertKinds(page, everything)
    await row(page, 'Late work', late).getByText('Overdue').waitFor()
    assert.equal(await main(page).getByText('Overdue', { exact: true }).count(), 1)
    await assertLayout(page, 'a full board')
  })

  await t.test('keeps its filter in the address, and counts each one', async () => {
    await page.getByLabel('Waiting', { exact: true }).selectOption('New quote request (1)')
    await page.waitForURL('**/admin/dashboard/board?kind=quote_unanswered')
    await assertKinds(page, ['New quote request'])
    await page.getByLabel('Time', { exact: true }).selectOption('Overdue only (1)')
    await page.waitForURL('**/admin/dashboard/board?kind=quote_unanswered&overdue=true')
    await main(page).getByText('Nothing of this kind is waiting.').waitFor()
    await page.reload()
    await main(page).getByText('Nothing of this kind is waiting.').waitFor()
    await assertLayout(page, 'a board without a match')
    await page
      .getByRole('link', { name: 'Show everything' })
      .or(page.getByRole('button', { name: 'Show everything' }))
      .click()
    await page.waitForURL('**/admin/dashboard/board')
    await assertKinds(page, everything)
  })

  await t.test('leads to what ends each thing, and is empty afterwards', async () => {
    const follow = async (kind, action) => {
      await page.goto('/admin/dashboard/board')
      await rowsOf(page)
        .filter({ hasText: kind })
        .getByRole('link', { name: new RegExp(`^${action}`) })
        .press('Enter') // rows may move under a pointer
    }
    await follow('No tutor', 'Choose a tutor')
    const update = page.getByRole('dialog', { name: 'Update Assignment' })
    await update.getByRole('option', { name: /^Otto Penhale/ }).waitFor({ state: 'attached' })
    await update.getByLabel('Tutor').selectOption(tutor.user._id)
    await update.getByRole('button', { name: 'Update Assignment' }).click()
    await update.waitFor({ state: 'detached' })
    await assertCount(page, 5)

    await follow('New quote request', 'Answer request')
    const quote = page.getByRole('dialog', { name: /^Quote Q-/ })
    await quote.getByLabel('Status').selectOption('Closed')
    await quote.getByRole('button', { name: /Save|Update/ }).click()
    await quote.waitFor({ state: 'detached' })
    await assertCount(page, 4)

    await follow('Held text', 'Review text')
    await page.getByRole('button', { name: /^Release: Otto Penhale/ }).click()
    await page.getByText('The text was released').waitFor()
    await assertCount(page, 3)

    await follow('Email failed', 'Open emails')
    await page.getByRole('button', { name: /^Dismiss: / }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss email' }).click()
    await page.getByText('Email dismissed').waitFor()
    await assertCount(page, 2)

    await follow('Claim to decide', 'Decide claim')
    await page.getByRole('button', { name: 'Decide' }).click()
    const decision = page.getByRole('dialog', { name: 'Decide this refund request' })
    await decision.getByLabel('Decision').selectOption('Decline')
    await decision.getByLabel(/^Outcome/).fill('The brief names this sea.')
    await decision.getByRole('button', { name: 'Save the decision' }).click()
    await page.getByText('Claim declined').waitFor()

    await follow('Late work', 'Open assignment')
    await page.getByRole('heading', { level: 1, name: late }).waitFor()
    const address = new URL(page.url()).pathname
    await page.goto('/admin/dashboard/board')
    await assertKinds(page, ['Late work'])
    await deliverAs(server, tutor, address.split('/').at(-1), [word('Essay.docx', 'At last.')])
    await main(page).getByText('Nothing is waiting.').waitFor()
    await assertCount(page, 0)
  })
})

/** Makes work late, as if it had been handed in earlier. */
async function asOverdue(assignment) {
  const asOperator = await openConsole(server)
  await asOperator('PATCH', `/collections/assignments/records/${assignment}`, { dueDate: inDays(-1) })
}

test('no browser reported an error', () => close(admin, student, tutor))
