// Disputes: what is frozen while one is open, what each side learns, and what the decision does.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertLayout } from './browser.mjs'
import { close, main, region } from './desk.mjs'
import { openMailbox } from './mailbox.mjs'
import { call, openNewcomer } from './sample.mjs'
import { word } from './sample-files.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'
import { acceptAs, deliverAs, makeDelivered, openTutor } from './work.mjs'

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

const claimsOf = (page) => region(page, 'Refunds and disputes')

const FROZEN = /409 .*A claim is open on this assignment/

/** Opens a dispute with the form on the page of an assignment. */
async function dispute(page, reason) {
  await main(page).getByRole('button', { name: 'Open a dispute' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open a dispute' })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Open a dispute' }).click()
  await page.getByText('Dispute opened').first().waitFor()
}

/** Decides the open dispute with the form on the page of an assignment. */
async function decide(page, { decision, outcome, amount = '' }) {
  await claimsOf(page).getByRole('button', { name: 'Decide' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decide this dispute' })
  await dialog.getByLabel('Decision').selectOption(decision)
  if (amount) await dialog.getByLabel(/^Amount to return/).fill(amount)
  await dialog.getByLabel(/^Outcome/).fill(outcome)
  await dialog.getByRole('button', { name: 'Save the decision' }).click()
  await page.getByText(`Claim ${decision.toLowerCase()}d`).waitFor()
}

/** Asserts that people get an email whose subject begins with a text. Admins get theirs ten minutes later. */
const assertTold = (subject, ...people) =>
  Promise.all(people.map(({ user }) => mailbox.take(user.email, subject)))

test("a tutor's dispute stops the work until the desk decides", async (t) => {
  const reason = 'The changes ask for another question than the brief.'
  const outcome = 'The brief names both questions, so the changes stand.'
  const order = await makeDelivered(server, admin, student, tutor, 'PHIL1002')
  const [desk, reader, writer] = [admin.page, student.page, tutor.page]
  await call(server, student.token, 'POST', `/assignments/${order}/revisions`, {
    reason: 'Please answer the second question.',
  })
  for (const page of [desk, reader, writer]) await page.goto(`/assignments/${order}`)
  await region(writer, 'Deliver the revised work').waitFor()

  await t.test('the tutor opens it without any word about money', async () => {
    await main(writer).getByRole('button', { name: 'Open a dispute' }).click()
    const dialog = writer.getByRole('dialog', { name: 'Open a dispute' })
    for (const text of [
      'Our team decides within 72 hours.',
      'The student learns of it, but not what you write.',
    ])
      await dialog.getByText(text).waitFor()
    assert.equal(await dialog.getByLabel(/Amount/).count(), 0)
    await assertLayout(writer, "a tutor's form that opens a dispute")
    await writer.keyboard.press('Escape')
    await dispute(writer, reason)
  })

  await t.test('nothing can be delivered or accepted, as the buttons show', async () => {
    await region(writer, 'Deliver the revised work').waitFor({ state: 'detached' })
    await claimsOf(writer).getByText(reason).waitFor()
    await claimsOf(writer).getByRole('button', { name: 'Withdraw' }).waitFor()
    await assertLayout(writer, "a tutor's own dispute")

    await claimsOf(reader).getByText('Otto Penhale (tutor)').waitFor()
    assert.ok(!(await reader.content()).includes(reason))
    for (const name of ['Accept the work', 'Request a refund', 'Open a dispute'])
      assert.equal(await main(reader).getByRole('button', { name }).count(), 0, name)
    await assertLayout(reader, "the other side's dispute")
    const again = word('Essay.docx', 'Both questions are answered now.')
    await assert.rejects(deliverAs(server, tutor, order, [again]), FROZEN)
    await assert.rejects(acceptAs(server, student, order), FROZEN)
    await assertTold('Dispute opened: ', student)
  })

  await t.test('once the desk declines it, the tutor can deliver', async () => {
    await claimsOf(desk).getByText(reason).waitFor()
    await assertLayout(desk, 'a dispute at the desk')
    await decide(desk, { decision: 'Decline', outcome })
    await assertTold('Dispute decided: ', student, tutor)
    for (const page of [reader, writer]) {
      await claimsOf(page).getByText('Declined', { exact: true }).waitFor()
      await claimsOf(page)
        .getByText(/^Dispute/)
        .click()
      await claimsOf(page).getByText(outcome).waitFor()
    }
    await region(writer, 'Deliver the revised work').waitFor()
    await deliverAs(server, tutor, order, [word('Essay.docx', 'Both questions are answered now.')])
    await main(reader).getByRole('button', { name: 'Accept the work' }).waitFor()
  })
})

test("a student's dispute holds the money until the desk decides", async (t) => {
  const title = 'Essay writing: ECON1101'
  const reason = 'Chapter two was copied from a textbook.'
  const order = await makeDelivered(server, admin, student, tutor, 'ECON1101')
  await acceptAs(server, student, order)
  const [desk, reader, writer] = [admin.page, student.page, tutor.page]
  await desk.goto('/admin/dashboard/money')
  const owed = desk.getByRole('table', { name: 'What tutors are owed' }).getByRole('row', { name: /Otto/ })
  await owed.getByRole('checkbox', { name: 'Pay Otto Penhale' }).waitFor()
  for (const page of [reader, writer]) await page.goto(`/assignments/${order}`)

  await t.test('the student opens it, and names an amount', async () => {
    await main(reader).getByRole('button', { name: 'Open a dispute' }).click()
    const dialog = reader.getByRole('dialog', { name: 'Open a dispute' })
    await dialog.getByText('What you would like returned, at most $200.00.').waitFor()
    await dialog.getByLabel(/^Amount/).fill('120')
    await assertLayout(reader, "a student's form that opens a dispute")
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Open a dispute' }).click()
    await reader.getByText('Dispute opened').first().waitFor()
    await claimsOf(writer).getByText('Yara (student)').waitFor()
    await assertTold('Dispute opened: ', tutor)
  })

  await t.test('nothing is paid to the tutor meanwhile', async () => {
    await owed.getByRole('checkbox').waitFor({ state: 'detached' })
    const pay = desk.getByRole('button', { name: 'Pay tutors' })
    assert.equal(await pay.getAttribute('aria-disabled'), 'true')
    await desk.getByText('Nothing is payable now.').waitFor()
    await assert.rejects(
      call(server, admin.token, 'POST', '/payouts', {
        all: true,
        method: 'Bank transfer',
        reference: 'PO 1',
      }),
      /409 .*There is nothing to pay out/,
    )
    await assert.rejects(acceptAs(server, student, order), FROZEN)
  })

  await t.test('the desk grants a part, and the rest becomes payable', async () => {
    await desk.goto('/admin/dashboard/claims')
    await assertLayout(desk, 'the open claims')
    await desk.getByRole('link', { name: `Decide: ${title}` }).click()
    await decide(desk, { decision: 'Approve', outcome: 'Chapter two is indeed not original.', amount: '80' })
    await assertTold('Dispute decided: ', student, tutor)
    const own = claimsOf(reader).getByRole('article', { name: 'Dispute' })
    for (const text of ['Approved', '$80.00', 'To be paid'])
      await own.getByText(text, { exact: true }).waitFor()
    assert.ok(!(await writer.content()).includes('80.00'))
    const { payable } = await call(server, tutor.token, 'GET', '/users/earnings')
    assert.equal(payable, 120)
    await server.run('ledger', 'verify')
  })
})

test('no browser reported an error', () => close(admin, student, tutor))
