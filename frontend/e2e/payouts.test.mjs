// Payouts to three tutors: one is owed money, one waits for a claim with a part of it, one owes us.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertContains, assertLayout, eventually, printedText } from './browser.mjs'
import { close, download, fill, main } from './desk.mjs'
import { call, openNewcomer } from './sample.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'
import { acceptAs, makeDelivered, openTutor } from './work.mjs'

let admin
let otto
let imani
let student

/** Otto is owed 200. Imani is owed 400, of which 200 are held by a claim. Sol is owed 200. */
openStage({}, async () => {
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  student = await openNewcomer(browser, server, 'Yara Quillfeather')
  otto = await openTutor(browser, server, admin, 'Otto Penhale')
  imani = await openTutor(browser, server, admin, 'Imani Okafor')
  const sol = await openTutor(browser, server, admin, 'Sol Vance')
  await sol.context.close()
  await makeAccepted(otto, 'HIST1001')
  await makeAccepted(imani, 'MATH1001')
  const disputed = await makeAccepted(imani, 'MATH2002')
  const claim = { kind: 'dispute', reason: 'The proof has a gap.' }
  await call(server, student.token, 'POST', `/assignments/${disputed}/claims`, claim)
  await makeAccepted(sol, 'BIOL1001')
})

async function makeAccepted(tutor, subject) {
  const order = await makeDelivered(server, admin, student, tutor, subject)
  await acceptAs(server, student, order)
  return order
}

const table = (page, name) => page.getByRole('table', { name, exact: true })

/** Waits until these are the rows of what tutors are owed: the name, what is payable, what is held. */
const assertOwed = (page, rows) =>
  eventually(
    page,
    async () => {
      const texts = await table(page, 'What tutors are owed').getByRole('row').allInnerTexts()
      return texts.slice(1).map((text) => text.trim().split(/\s*\t\s*/))
    },
    rows,
  )

/** Opens the form of a payout by its button, and fills it in. */
async function openPayout(page, button, reference) {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: 'Pay tutors' })
  await fill(page, { Method: 'Bank transfer', Reference: reference })
  return dialog
}

test('after an adjustment and two payouts, nothing is left', async (t) => {
  const [desk, earner] = [admin.page, otto.page]
  const other = await admin.context.newPage()

  await t.test('an adjustment leaves the tutor in our debt', async () => {
    await earner.goto('/tutor/dashboard/earnings')
    await desk.goto('/admin/dashboard/money')
    await assertOwed(desk, [
      ['Imani Okafor', '$200.00', '$200.00'],
      ['Otto Penhale', '$200.00', '$0.00'],
      ['Sol Vance', '$200.00', '$0.00'],
    ])
    await desk.getByRole('button', { name: 'Adjust', exact: true }).click()
    const dialog = desk.getByRole('dialog', { name: 'Adjust what a tutor is owed' })
    await dialog.getByRole('button', { name: 'Record adjustment' }).click()
    await dialog.getByText('Memo is required').first().waitFor()
    await assertLayout(desk, 'the form of an adjustment')
    await dialog.getByLabel(/^Tutor/).selectOption('Sol Vance')
    await dialog.getByLabel(/^Amount in AUD/).fill('-240.50')
    await dialog.getByLabel(/^Memo/).fill('Paid twice in March')
    await dialog.getByRole('button', { name: 'Record adjustment' }).click()
    await desk.getByText('Adjustment recorded').waitFor()
    await assertOwed(desk, [
      ['Imani Okafor', '$200.00', '$200.00'],
      ['Otto Penhale', '$200.00', '$0.00'],
      ['Sol Vance', '-$40.50', '$0.00'],
    ])
    assert.equal(await desk.getByRole('checkbox', { name: 'Pay Sol Vance' }).count(), 0)
    await desk.getByText('2 tutors chosen, $400.00 together').waitFor()
  })

  await t.test('one tutor is paid, and reads it at once', async () => {
    await desk.getByRole('checkbox', { name: 'Pay Imani Okafor' }).uncheck()
    const dialog = await openPayout(desk, 'Pay 1 tutor', 'PO 1')
    await dialog.getByText(/^Pay \$200\.00 to 1 tutor first, then record here how you paid\./).waitFor()
    await assertLayout(desk, 'the form of a payout')
    await dialog.getByRole('button', { name: 'Record payout of $200.00' }).click()
    await desk.getByText(/^PAY-20\d\d-0001 recorded: \$200\.00$/).waitFor()
    await assertOwed(desk, [
      ['Imani Okafor', '$200.00', '$200.00'],
      ['Sol Vance', '-$40.50', '$0.00'],
    ])
    await table(earner, 'Payouts, newest first')
      .getByRole('row', { name: /0001/ })
      .getByText('$200.00')
      .waitFor()
    const entries = table(earner, 'Entries, newest first').getByRole('row')
    await entries.filter({ hasText: 'Paid out' }).getByText('-$200.00').waitFor()
    await assertLayout(earner, 'the earnings of a tutor who was paid')
  })

  await t.test('the tutor prints the statement', async () => {
    await earner.getByRole('link', { name: /^Statement of PAY-/ }).click()
    await earner.getByRole('heading', { level: 1, name: 'Statement' }).waitFor()
    await assertLayout(earner, 'a statement')
    assertContains(await printedText(earner), [
      'Otto Penhale',
      'Essay writing: HIST1001',
      'Bank transfer',
      'PO 1',
      '$200.00 AUD',
      'Newest entry of our ledger',
    ])
    await earner.getByRole('link', { name: 'Back to your earnings' }).click()
    await earner.waitForURL('**/tutor/dashboard/earnings')
  })

  await t.test('a form whose tutors have just been paid pays nobody', async () => {
    await makeAccepted(otto, 'HIST1002')
    await makeAccepted(otto, 'HIST1003')
    await other.goto('/admin/dashboard/money')
    await assertOwed(other, [
      ['Imani Okafor', '$200.00', '$200.00'],
      ['Otto Penhale', '$400.00', '$0.00'],
      ['Sol Vance', '-$40.50', '$0.00'],
    ])
    await other.getByRole('checkbox', { name: 'Pay Imani Okafor' }).uncheck()
    const late = await openPayout(other, 'Pay 1 tutor', 'PO 3')

    await assertOwed(desk, [
      ['Imani Okafor', '$200.00', '$200.00'],
      ['Otto Penhale', '$400.00', '$0.00'],
      ['Sol Vance', '-$40.50', '$0.00'],
    ])
    await desk.getByRole('checkbox', { name: 'Pay Imani Okafor' }).check()
    const dialog = await openPayout(desk, 'Pay 2 tutors', 'po 1')
    await dialog.getByRole('button', { name: 'Record payout of $600.00' }).click()
    await dialog.getByText('This payout has already been recorded').waitFor()
    await dialog.getByLabel('Reference').fill('PO 2')
    await dialog.getByRole('button', { name: 'Record payout of $600.00' }).click()
    await desk.getByText(/^PAY-20\d\d-0002 recorded: \$600\.00$/).waitFor()

    await late.getByText(/^There is nothing left to pay out to the tutors that you chose/).waitFor()
    const submit = late.getByRole('button', { name: /^Record payout/ })
    assert.equal(await submit.getAttribute('aria-disabled'), 'true')
    await assertLayout(other, 'the form of a payout to nobody')
    assert.equal((await call(server, admin.token, 'GET', '/payouts')).length, 2)
    await other.close()
  })

  await t.test('the desk says that nothing is left to pay out', async () => {
    await assertOwed(desk, [
      ['Imani Okafor', '$0.00', '$200.00'],
      ['Sol Vance', '-$40.50', '$0.00'],
    ])
    await desk.getByText('Nothing is payable now.').waitFor()
    const pay = desk.getByRole('button', { name: 'Pay tutors' })
    assert.equal(await pay.getAttribute('aria-disabled'), 'true')
    await assertLayout(desk, 'the Money tab with nothing to pay out')
    await assert.rejects(
      call(server, admin.token, 'POST', '/payouts', {
        all: true,
        method: 'Bank transfer',
        reference: 'PO 4',
      }),
      /409 .*There is nothing to pay out/,
    )
    await imani.page.goto('/tutor/dashboard/earnings')
    await main(imani.page)
      .getByText(/^\$200\.00 is for work with an open claim\./)
      .waitFor()
  })

  await t.test('an admin finds the same statement, and prints it', async () => {
    await table(desk, 'Payouts, newest first')
      .getByRole('link', { name: /^PAY-20\d\d-0001$/ })
      .click()
    await desk.getByRole('heading', { level: 1, name: /^Payout PAY-20\d\d-0001$/ }).waitFor()
    await assertLayout(desk, 'a payout')
    await desk.getByRole('link', { name: 'Statement for Otto Penhale' }).click()
    await desk.getByRole('heading', { level: 1, name: 'Statement', exact: true }).waitFor()
    await assertLayout(desk, 'a statement at the desk')
    assertContains(await printedText(desk), [
      'Otto Penhale',
      'Essay writing: HIST1001',
      'Bank transfer',
      'PO 1',
      '$200.00 AUD',
      'Newest entry of our ledger',
    ])
    await desk.getByRole('link', { name: 'Back to the payout' }).click()
    await desk.getByRole('link', { name: 'Back to Money' }).click()
    await desk.waitForURL('**/admin/dashboard/money')
  })

  await t.test("the bank's file has one transfer for each tutor", async () => {
    const saved = await download(desk, () =>
      desk.getByRole('button', { name: /^Download PAY-20\d\d-0002 as CSV$/ }).click(),
    )
    const [head, ...rows] = (await readFile(await saved.path(), 'utf8')).trim().split(/\r?\n/)
    assertContains(head.toLowerCase(), ['tutor', 'email', 'amount', 'payout'])
    assert.equal(rows.length, 2)
    for (const [{ user }, amount] of [
      [otto, '400.00'],
      [imani, '200.00'],
    ]) {
      const row = rows.find((text) => text.includes(user.email))
      assertContains(row, [user.name, amount])
    }
    await server.run('ledger', 'verify')
  })
})

test('no browser reported an error', () => close(admin, otto, imani, student))
