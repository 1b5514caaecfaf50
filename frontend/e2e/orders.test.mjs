// From a quote request to a paid order: offers, payments, documents and cancelling.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertContains, assertLayout, eventually, openPerson, printedText } from './browser.mjs'
import { fill, item, logIn, PASSWORD } from './desk.mjs'
import { linkIn, openMailbox } from './mailbox.mjs'
import { changeSite } from './operator.mjs'
import { call, openNewcomer } from './sample.mjs'
import { makePdf } from './sample-files.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'
import { makeOffer, makeOrder, openTutor } from './work.mjs'

const PHONE = { width: 360, height: 740 }
const brief = {
  name: 'Brief, the tides as evidence in early modern navigation.pdf',
  mimeType: 'application/pdf',
  buffer: makePdf('On the tides'),
}

let mailbox
let admin
let asAdmin

openStage({}, async () => {
  await changeSite(server, {
    paymentInstructions: 'Transfer to account 1234.\nQuote {reference}.',
    seller: 'Deskmate Pty Ltd\n1 Quay Street',
  })
  // Before there is a mail server: later, admins confirm their address first.
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  mailbox = await openMailbox(server)
  asAdmin = (method, path, body) => call(server, admin.token, method, path, body)
})

test.after(() => mailbox?.close())

const main = (page) => page.getByRole('main')

/** The requests of a page whose address or referrer contains a text, as paths. */
function requestsWith(page, text) {
  const paths = new Set()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if ((pathname + search).includes(text)) paths.add(pathname + search)
    if (request.headers().referer?.includes(text)) paths.add(`from there: ${pathname}`)
  })
  return () => [...paths].sort()
}

const accept = async (page) => {
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await page.getByRole('button', { name: 'Accept offer' }).click()
}

/** Opens a request in the list of the desk. */
async function openQuote(page, reference) {
  await page.goto('/admin/dashboard/quotes')
  await page.getByRole('button', { name: `Open ${reference}` }).click()
  const dialog = page.getByRole('dialog', { name: `Quote ${reference}` })
  await dialog.waitFor()
  return dialog
}

test('a request on a phone becomes a paid order', async (t) => {
  const visitor = await openPerson(browser, server.url, PHONE)
  const customer = await openPerson(browser, server.url, PHONE)
  let reference
  let link
  let order

  await t.test('a visitor asks for a quote', async () => {
    const { page } = visitor
    await page.goto('/services/essay-writing')
    const form = page.getByRole('region', { name: 'Request a quote' })
    await form.getByLabel('Email').fill('robin@example.com')
    await form.getByLabel('Phone').fill('0491 570 006')
    await form.getByLabel('Subject or course code').fill('HIST101')
    await form.getByLabel('Description').fill('Two thousand words, three sources.')
    await form.getByLabel('Deadline date').fill('2031-12-01')
    await form.getByLabel('Deadline time').fill('21:00')
    await form.getByLabel('Pages', { exact: true }).fill('8')
    await form.getByLabel(/^Files/).setInputFiles([brief])
    await form.getByLabel(/^I accept/).check()
    await form.getByRole('button', { name: 'Get Your Free Quote Now!' }).click()
    reference = await form.getByText(/^Q-[2-9A-Z]{6}$/).textContent()
  })

  await t.test('the desk previews the offer, then prices the request', async () => {
    const { page } = admin
    const dialog = await openQuote(page, reference)
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await dialog.getByText('Valid until is required').first().waitFor()
    await dialog.getByLabel(/^Amount in AUD/).fill('320.50')
    await dialog.getByLabel(/^Valid until/).fill('2031-11-30')
    await dialog.getByLabel(/^Note/).fill('The price includes the bibliography.')
    await dialog.getByText('What the customer will see').click()
    await dialog.getByText('$320.50').waitFor()
    await dialog.getByText('8 pages, 2,000 words').waitFor()
    await assertLayout(page, 'the dialog with its preview', { height: 900 })
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await page.getByText(/^Offer saved\./).waitFor()
    await dialog.waitFor({ state: 'detached' })
  })

  await t.test('the emailed offer is accepted with a new account', async () => {
    const mail = await mailbox.take('robin@example.com', `Your quote for ${reference} is ready`)
    link = linkIn(mail, server, '/offers/')
    const { pathname } = new URL(link)
    const { page } = customer
    const named = requestsWith(page, pathname.split('/').at(-1))
    const response = await page.goto(link)
    assert.equal(response.headers()['referrer-policy'], 'no-referrer')
    assert.match(await response.text(), /<meta name="robots" content="noindex/)
    await page.getByRole('heading', { level: 1, name: 'Your offer' }).waitFor()
    for (const text of ['$320.50', brief.name, 'The price includes the bibliography.'])
      await main(page).getByText(text).waitFor()
    await assertLayout(page, 'an open offer')
    await page.setViewportSize(PHONE)

    await page.getByRole('link', { name: 'Accept or decline' }).click()
    await page.getByRole('button', { name: 'Accept offer' }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name')
    await page.getByText('Terms must be accepted').waitFor()
    await fill(page, { Name: 'Robin Vale', Password: PASSWORD })
    await accept(page)
    await page.waitForURL('**/assignments/*')
    await page.getByText('Offer accepted').first().waitFor()
    await page.getByRole('heading', { level: 1, name: 'Essay writing: HIST101' }).waitFor()
    assert.deepEqual(named(), [`/api${pathname}`, `/api${pathname}/accept`, pathname])
    order = new URL(page.url()).pathname
    await assertLayout(page, "a student's new order")
    await page.setViewportSize(PHONE)
  })

  await t.test("the student's dashboard and the desk both list the order", async () => {
    const { page } = customer
    await page.goto('/dashboard')
    await item(page, 'Essay writing: HIST101').waitFor()
    await page.getByText('Earlier quotes').click()
    const quote = page.getByRole('list', { name: 'Earlier quotes' }).getByRole('listitem')
    await quote.getByText('Accepted').waitFor()
    await assertLayout(page, 'the dashboard with a quote')
    await page.setViewportSize(PHONE)
    await quote.getByRole('link', { name: `Open assignment of ${reference}` }).click()
    await page.waitForURL(`**${order}`)

    await admin.page.goto('/admin/dashboard')
    await admin.page.getByRole('row', { name: /Essay writing: HIST101/ }).waitFor()
    const dialog = await openQuote(admin.page, reference)
    await dialog.getByText('The customer accepted $320.50.').waitFor()
    await dialog.getByRole('link', { name: 'Open the assignment' }).click()
    await admin.page.waitForURL(`**${order}`)
  })

  await t.test('the student sees a recorded payment at once', async () => {
    await main(customer.page).getByText('$320.50 is due.').waitFor()
    const orderReference = (
      await main(customer.page)
        .getByText(/^A-[2-9A-Z]{6}$/)
        .textContent()
    ).trim()
    await customer.page.getByText(`Quote ${orderReference}.`).waitFor()

    const { page } = admin
    await page.getByRole('button', { name: 'Record payment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record payment' })
    await eventually(page, () => dialog.getByLabel('Amount in AUD').inputValue(), '320.5')
    await fill(page, { Method: 'Bank transfer', Reference: 'TX 4711' })
    await assertLayout(page, 'the dialog of a payment')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await page.getByText('Payment recorded').first().waitFor()
    await dialog.waitFor({ state: 'detached' })
    await eventually(page, () => page.getByRole('button', { name: 'Record payment' }).count(), 0)

    await customer.page.getByRole('link', { name: /^Receipt REC-/ }).waitFor()
    await main(customer.page).getByText('is due. See Payment').waitFor({ state: 'detached' })
  })

  await t.test('the invoice and the receipt are printed', async () => {
    const { page } = customer
    await page.getByRole('link', { name: /^Invoice INV-/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Invoice' }).waitFor()
    await assertLayout(page, 'the invoice')
    assertContains(await printedText(page), [
      'INV-',
      'Deskmate Pty Ltd',
      'robin@example.com',
      'Essay writing: HIST101',
      '$320.50 AUD',
      '$0.00 AUD',
    ])
    await page.getByRole('link', { name: 'Back to the assignment' }).click()
    await page.getByRole('link', { name: /^Receipt REC-/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor()
    await assertLayout(page, 'the receipt')
    assertContains(await printedText(page), ['REC-', 'TX 4711', 'Bank transfer', '$320.50 AUD'])
  })

  await t.test('the link now says that the offer was accepted', async () => {
    await visitor.page.goto(link)
    await visitor.page.getByText('This offer has been accepted').waitFor()
    await assertLayout(visitor.page, 'an accepted offer')
  })

  assert.deepEqual([visitor.faults, customer.faults], [[], []])
  await visitor.context.close()
  await customer.context.close()
})

test('a customer declines with a reason, which the desk reads', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, PHONE)
  const { path, reference } = await makeOffer(server, admin, 'ECON2102', 'lee@example.com')
  await page.goto(path)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'reason')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForFunction(() => document.activeElement?.textContent === 'Decline')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel(/^Reason/).fill('I need it a week earlier.')
  await assertLayout(page, 'declining')
  await page.getByRole('button', { name: 'Decline offer' }).click()
  await page.getByText('This offer was declined').waitFor()
  await assertLayout(page, 'a declined offer')

  const dialog = await openQuote(admin.page, reference)
  await dialog.getByText('I need it a week earlier.').waitFor()
  await assertLayout(admin.page, 'the dialog of a declined offer', { height: 900 })
  assert.deepEqual(faults, [])
  await context.close()
})

test('asking again after an offer expires fills the form', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, PHONE)
  const { path } = await makeOffer(server, admin, 'GEOG1010', 'nia@example.com', {
    validUntil: new Date(Date.now() + 600_000).toISOString(),
  })
  await page.clock.install()
  await page.goto(path)
  await page.getByRole('button', { name: 'Accept offer' }).waitFor()
  await page.clock.fastForward(610_000)
  await page.getByText('This offer has expired').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Accept offer' }).count(), 0)
  await assertLayout(page, 'an expired offer')
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.waitForURL('**/services/essay-writing#quote')
  const form = page.getByRole('region', { name: 'Request a quote' })
  await page.waitForFunction(() => document.activeElement?.id === 'quote')
  const isInView = () => form.evaluate((node) => Math.abs(node.getBoundingClientRect().top) < 100)
  await eventually(page, isInView, true)
  await eventually(page, () => form.getByLabel('Subject or course code').inputValue(), 'GEOG1010')
  await eventually(page, () => form.getByLabel('Deadline date').inputValue(), '2031-12-01')
  await eventually(page, () => form.getByLabel('Pages', { exact: true }).inputValue(), '8')
  assert.deepEqual(faults, [])
  await context.close()
})

test('whoever logs in to accept sees a changed price', async () => {
  const owner = await openNewcomer(browser, server, 'Wim Quist')
  const other = await openNewcomer(browser, server, 'Kit Marlow')
  const offer = await makeOffer(server, admin, 'PHYS1001', owner.user.email)
  const token = offer.path.split('/').at(-1)

  await other.page.goto(offer.path)
  await accept(other.page)
  await other.page.getByRole('alert').getByText('This offer was sent to another email address').waitFor()
  await assertLayout(other.page, 'an offer to somebody else')
  await other.page.getByRole('button', { name: 'Log in with another account' }).click()
  await other.page.waitForURL('**/login?next=%2Foffers')

  const { page } = other
  const named = requestsWith(page, token)
  await logIn(page, owner.user.email)
  await page.waitForURL(`**${offer.path}`)
  await page.getByText(`You are accepting as Wim Quist (${owner.user.email}).`).waitFor()
  await asAdmin('PATCH', `/quotes/${offer._id}`, { amount: 150 })
  await accept(page)
  await page.getByRole('alert').getByText('This offer has changed. Please review it again').waitFor()
  await main(page).getByText('$150.00').waitFor()
  await assertLayout(page, 'an offer that has changed')
  await accept(page)
  await page.waitForURL('**/assignments/*')
  await page.getByText('$150.00 is due.').waitFor()
  assert.deepEqual(named(), [`/api${offer.path}`, `/api${offer.path}/accept`])

  const dialog = await openQuote(admin.page, offer.reference)
  await dialog.getByText('Versions').click()
  await dialog.getByText('Version 2').waitFor()
  await dialog.getByText('Version 1').waitFor()
  await assertLayout(admin.page, 'the dialog of an accepted offer', { height: 900 })
  assert.deepEqual([owner.faults, other.faults], [[], []])
  await owner.context.close()
  await other.context.close()
})

test('a student cancels, after reading what follows', async () => {
  const student = await openNewcomer(browser, server, 'Mia Sand')
  const { page } = student
  const order = await makeOrder(server, admin, student, 'LAW1101')
  await asAdmin('POST', `/assignments/${order}/payments`, {
    amount: 80,
    method: 'Cash',
    reference: 'Till 7',
  })
  await page.goto(`/assignments/${order}`)
  await main(page).getByRole('button', { name: 'Cancel assignment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this assignment' })
  await dialog.getByText('The $80.00 that was paid is returned in 7 to 10 business days.').waitFor()
  await assertLayout(page, 'the dialog of cancelling')
  await dialog.getByRole('button', { name: 'Cancel assignment' }).click()
  await dialog.getByText('Reason is required').first().waitFor()
  await dialog.getByLabel('Reason').fill('My course was cancelled.')
  await dialog.getByRole('button', { name: 'Cancel assignment' }).click()
  await dialog.waitFor({ state: 'detached' })
  await main(page).getByText('It was cancelled.').waitFor()
  await main(page).getByText('We will return the $80.00 that you paid.').waitFor()
  assert.equal(await main(page).getByRole('button', { name: 'Cancel assignment' }).count(), 0)
  await assertLayout(page, 'a cancelled order')

  await page.getByRole('link', { name: /^Invoice INV-/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoice' }).waitFor()
  assertContains(await main(page).innerText(), ['$80.00 AUD', 'Credited', '$120.00 AUD', '$0.00 AUD'])
  await mailbox.take(student.user.email, 'Refund approved: ')
  assert.deepEqual(student.faults, [])
  await student.context.close()
})

test('a tutor sees their earnings, but none of the payments', async () => {
  const student = await openNewcomer(browser, server, 'Jo Wren')
  const tutor = await openTutor(browser, server, admin, 'Otto Reed')
  const order = await makeOrder(server, admin, student, 'BIO2011')
  await asAdmin('PATCH', `/assignments/${order}`, { tutor: tutor.user._id })
  const { page } = tutor
  await page.goto(`/assignments/${order}`)
  await main(page).getByText('It is assigned to you.').waitFor()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('Your earnings').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Payment' }).count(), 0)
  await assertLayout(page, "a tutor's order")
  await page.goto(`/assignments/${order}/invoice`)
  await page
    .getByRole('link', { name: 'Back to the assignment' })
    .or(page.getByRole('alert'))
    .first()
    .waitFor()
  assert.ok(!(await main(page).innerText()).includes('$200.00'))
  await page.goto('/offers/abcdefghijklmno.nothing')
  await page.getByRole('heading', { level: 1, name: 'Offer not found' }).waitFor()
  await assertLayout(page, 'a link that leads to no offer')
  await student.context.close()
  await tutor.context.close()
})

test('the browser of the admin reported no error', () => {
  assert.deepEqual(admin.faults, [])
})
