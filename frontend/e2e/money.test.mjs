// A refund in part, from its request to its payment, and what it does to the tutor's earnings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLayout, eventually } from './browser.mjs'
import { close, fill, main, region } from './desk.mjs'
import { changeSite } from './operator.mjs'
import { call, openNewcomer } from './sample.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'
import { acceptAs, makeDelivered, openTutor } from './work.mjs'

const TITLE = 'Essay writing: HIST2210'
const REASON = 'Two of the five sources do not say what the essay claims.'
const OUTCOME = 'One of the two sources is indeed misquoted, so we return a quarter.'

let admin
let student
let tutor
let order

/** Of an order of 200, the tutor earns 120. */
openStage({}, async () => {
  await changeSite(server, { tutorShare: 60 })
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  student = await openNewcomer(browser, server, 'Yara Quillfeather')
  tutor = await openTutor(browser, server, admin, 'Otto Penhale')
  order = await makeDelivered(server, admin, student, tutor, 'HIST2210')
})

/** Waits until the cards of a tutor's earnings show these amounts. */
async function assertSums(page, sums) {
  const cards = page.getByRole('region', { name: 'Earnings' }).getByRole('listitem')
  const shown = async () => {
    const texts = await cards.allInnerTexts()
    return Object.fromEntries(texts.map((text) => text.split('\n').slice(0, 2)))
  }
  await eventually(page, shown, sums)
}

test('a partial refund reduces the earnings', async (t) => {
  const [desk, reader, earner] = [admin.page, student.page, tutor.page]
  const claimOf = (page) => region(page, 'Refunds and disputes')

  await t.test('work that is delivered but not accepted is held', async () => {
    await earner.goto('/tutor/dashboard/earnings')
    await assertSums(earner, { Earned: '$120.00', Payable: '$0.00', Held: '$120.00', Paid: '$0.00' })
    await main(earner)
      .getByText(/^\$120\.00 is for work that is not accepted yet\./)
      .waitFor()
    await assertLayout(earner, 'earnings that are held')
  })

  await t.test('the form says what happens next, and by when', async () => {
    await reader.goto(`/assignments/${order}`)
    await main(reader).getByRole('button', { name: 'Request a refund' }).click()
    const dialog = reader.getByRole('dialog', { name: 'Request a refund' })
    for (const text of [
      'Our team decides within 72 hours.',
      'What we approve is paid in 7 to 10 business days.',
      'Until then, nothing can be delivered or accepted, and no revision can be requested.',
      'Your tutor is told about it, but not what you write or which amount you ask for.',
      'Leave it empty to ask for all of it: $200.00.',
      /^Open for 2 days 23 hours/,
    ])
      await dialog.getByText(text).waitFor()
    await dialog.getByLabel(/^Amount in AUD/).fill('200.01')
    await dialog.getByRole('button', { name: 'Request a refund' }).click()
    await dialog.getByText('Reason is required').first().waitFor()
    await dialog.getByText('Amount is more than was paid').first().waitFor()
    await assertLayout(reader, 'the form that asks for a refund')
    await dialog.getByLabel('Reason').fill(REASON)
    await dialog.getByLabel(/^Amount in AUD/).fill('80')
    await dialog.getByRole('button', { name: 'Request a refund' }).click()
    await reader.getByText('Refund requested').first().waitFor()
  })

  await t.test('the tutor learns neither why nor how much', async () => {
    const own = claimOf(reader).getByRole('article', { name: 'Refund request' })
    for (const text of ['Open', REASON, '$80.00']) await own.getByText(text, { exact: true }).waitFor()
    await own.getByText('You', { exact: true }).waitFor()
    assert.equal(await reader.getByRole('button', { name: 'Accept the work' }).count(), 0)
    await assertLayout(reader, "a student's open refund request")

    await main(earner)
      .getByText(/^\$120\.00 is for work with an open claim\./)
      .waitFor()
    await earner.goto(`/assignments/${order}`)
    await claimOf(earner).getByText('Yara (student)').waitFor()
    const html = await earner.content()
    for (const secret of [REASON, '80.00', 'Quillfeather']) assert.ok(!html.includes(secret), secret)
    await earner.goto('/tutor/dashboard/earnings')
  })

  await t.test('the desk approves less than was asked for', async () => {
    await desk.goto('/admin/dashboard/board')
    const row = desk.getByRole('row', { name: new RegExp(TITLE) })
    await row.getByText('Claim to decide').waitFor()
    const decide = row.getByRole('link', { name: /^Decide claim/ })
    // It leads to the list of claims until the board has read what the claim is about.
    await eventually(desk, () => decide.getAttribute('href'), `/assignments/${order}#claims`)
    await decide.click()
    await desk.waitForURL(`**/assignments/${order}#claims`)
    await claimOf(desk).getByText(REASON).waitFor()
    await claimOf(desk).getByRole('button', { name: 'Decide' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Decide this refund request' })
    await eventually(desk, () => dialog.getByLabel(/^Amount to return in AUD/).inputValue(), '80.00')
    await dialog.getByRole('button', { name: 'Save the decision' }).click()
    await dialog.getByText('Outcome is required').first().waitFor()
    await dialog.getByLabel('Decision').selectOption('Approve')
    await dialog.getByLabel(/^Amount to return in AUD/).fill('50')
    await dialog.getByLabel(/^Outcome/).fill(OUTCOME)
    await assertLayout(desk, 'the form that decides')
    await dialog.getByRole('button', { name: 'Save the decision' }).click()
    await desk.getByText('Claim approved').waitFor()
  })

  await t.test('the student reads the outcome; the tutor earns less', async () => {
    const own = claimOf(reader).getByRole('article', { name: 'Refund request' })
    for (const text of ['Approved', OUTCOME, '$50.00', 'To be paid'])
      await own.getByText(text, { exact: true }).waitFor()
    await main(reader).getByRole('button', { name: 'Accept the work' }).waitFor()
    await assertLayout(reader, "a student's approved refund")
    await assertSums(earner, { Earned: '$90.00', Payable: '$0.00', Held: '$90.00', Paid: '$0.00' })
    const credited = earner.getByRole('table', { name: 'Entries, newest first' }).getByRole('row')
    await credited.filter({ hasText: 'Credited' }).getByText('-$30.00').waitFor()
  })

  await t.test('the desk records the payment in the list of claims', async () => {
    await desk.goto('/admin/dashboard/claims')
    await desk.getByText('No claims are open').waitFor()
    await desk.getByLabel('Status').selectOption('Approved')
    await desk.waitForURL('**/admin/dashboard/claims?status=approved')
    await assertLayout(desk, 'the approved claims')
    await desk.getByRole('link', { name: `Record the refund: ${TITLE}` }).click()
    await desk.waitForURL(`**/assignments/${order}#claims`)
    await claimOf(desk).getByRole('button', { name: 'Record the refund' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Record the refund' })
    await dialog.getByText('Return $50.00 to the student, then record here how you paid.').waitFor()
    await fill(desk, { Method: 'Bank transfer', Reference: 'TX 9001' })
    await assertLayout(desk, 'the form that records a refund')
    await dialog.getByRole('button', { name: 'Record the refund' }).click()
    await desk.getByText('Refund recorded').waitFor()

    const past = claimOf(reader).getByRole('list', { name: 'Earlier requests' })
    await past.getByText('Paid', { exact: true }).first().waitFor()
    const payments = main(reader).getByRole('list', { name: 'Payments' }).getByRole('listitem')
    await payments.filter({ hasText: 'Returned' }).getByText('$50.00').waitFor()
    await past.getByText('Refund request', { exact: true }).click()
    await past.getByText(OUTCOME).waitFor()
    await assertLayout(reader, 'a paid refund')
  })

  await t.test('what is left becomes payable on acceptance', async () => {
    await acceptAs(server, student, order)
    await assertSums(earner, { Earned: '$90.00', Payable: '$90.00', Held: '$0.00', Paid: '$0.00' })
    const { entries: _, ...sums } = await call(server, tutor.token, 'GET', '/users/earnings')
    assert.deepEqual(sums, { earned: 90, payable: 90, held: 0, claimed: 0, paid: 0 })

    await desk.goto('/admin/dashboard/money')
    const owed = desk.getByRole('table', { name: 'What tutors are owed' })
    await owed
      .getByRole('row', { name: /Otto Penhale/ })
      .getByText('$90.00')
      .waitFor()
    const kinds = desk.getByRole('table', { name: 'Ledger' }).getByRole('row')
    for (const kind of ['Returned', 'Credited', 'Earned', 'Received'])
      await kinds.filter({ hasText: kind }).first().waitFor()
    await assertLayout(desk, 'the money of a refunded order')
    await server.run('ledger', 'verify')
  })
})

test('no browser reported an error', () => close(admin, student, tutor))
