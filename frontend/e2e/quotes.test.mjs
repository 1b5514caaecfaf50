// Quote requests: visitors send them, and admins answer them.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertLayout, eventually, openPerson } from './browser.mjs'
import { download } from './desk.mjs'
import { call, openSamplePerson } from './sample.mjs'
import { makeDocx, makePdf } from './sample-files.mjs'
import { browser, openStage, server } from './stage.mjs'

let visitor
let admin

openStage({ sample: true }, async () => {
  visitor = await openPerson(browser, server.url)
  admin = await openSamplePerson(browser, server, 'ada')
})

const pdf = { name: 'Brief, first.pdf', mimeType: 'application/pdf', buffer: makePdf('On the tides') }
const docx = {
  name: 'notes.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: makeDocx('Notes on tides'),
}

const quoteForm = (page) => page.getByRole('region', { name: 'Request a quote' })

async function fillIn(page, { subject, files = [], phone = '0491 570 006' }) {
  const form = quoteForm(page)
  await form.getByLabel('Email').fill('visitor@example.com')
  await form.getByLabel('Phone').fill(phone)
  await form.getByLabel('Subject or course code').fill(subject)
  await form.getByLabel('Description').fill('Two thousand words, three sources.')
  await form.getByLabel('Deadline date').fill('2031-12-01')
  await form.getByLabel('Deadline time').fill('21:00')
  await form.getByLabel(/^Files/).setInputFiles(files)
  await form.getByLabel(/^I accept/).check()
}

const referenceIn = async (form) => {
  const reference = await form.getByText(/^Q-[2-9A-Z]{6}$/).textContent()
  assert.match(reference ?? '', /^Q-[2-9A-HJKMNP-Z]{6}$/)
  return reference
}

/** Opens a request as the admin and downloads its files. */
async function filesOf(page, reference) {
  await page.goto('/admin/dashboard/quotes')
  await page.getByRole('button', { name: `Open ${reference}` }).click()
  const modal = page.getByRole('dialog', { name: `Quote ${reference}` })
  const buttons = modal.getByRole('list', { name: 'Files' }).getByRole('button')
  await eventually(page, () => buttons.count(), 2)
  const saved = []
  for (const button of await buttons.all()) {
    const file = await download(page, () => button.click())
    saved.push({ name: file.suggestedFilename(), bytes: await readFile(await file.path()) })
  }
  return { modal, saved }
}

async function assertArrived(reference) {
  const { modal, saved } = await filesOf(admin.page, reference)
  assert.deepEqual(
    saved.map(({ name }) => name),
    [pdf.name, docx.name],
  )
  assert.ok(saved[0].bytes.equals(pdf.buffer) && saved[1].bytes.equals(docx.buffer), 'equal bytes')
  return modal
}

test("files of a visitor's request reach the admin unchanged", async () => {
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('tab', { name: 'Case Studies' }).click()
  await fillIn(page, { subject: 'HIST101', files: [pdf, docx] })
  await quoteForm(page).getByRole('button', { name: 'Get your free quote' }).click()
  await page.getByText('Thank you for your submission! We will get back to you shortly.').waitFor()
  const reference = await referenceIn(quoteForm(page))
  await quoteForm(page).getByRole('button', { name: 'Submit Another Request' }).click()
  await eventually(page, () => quoteForm(page).getByLabel('Email').inputValue(), '')
  await assertArrived(reference)
})

test('the admin answers a request sent from a service page', async () => {
  const { page } = visitor
  await page.goto('/services/essay-writing')
  const send = quoteForm(page).getByRole('button', { name: 'Get Your Free Quote Now!' })
  await send.waitFor()
  await eventually(page, () => send.isDisabled(), true)
  await fillIn(page, { subject: 'PHYS1001', files: [pdf, docx] })
  await send.click()
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  await page.getByText('Your request has been submitted successfully.').waitFor()
  await page.getByText("We'll get back to you shortly with a quote.").waitFor()
  const reference = await referenceIn(quoteForm(page))

  const modal = await assertArrived(reference)
  await modal.getByText('Essay writing', { exact: true }).waitFor()
  await modal.getByLabel('Status').selectOption('Quoted')
  await modal.getByLabel(/^Amount in AUD/).fill('120.50')
  await modal.getByLabel(/^Valid until/).fill('2031-11-30')
  await modal.getByLabel(/^Note/).fill('Two days.')
  await modal.getByRole('button', { name: 'Send offer' }).click()
  await admin.page.getByText(/^Offer saved\./).waitFor()
  await modal.waitFor({ state: 'detached' })
  const row = admin.page.getByRole('row', { name: new RegExp(reference) })
  await row.getByText('Quoted').waitFor()
  await row.getByText('120.50').waitFor()

  await admin.page.getByLabel('Status').selectOption('Quoted')
  await admin.page.waitForURL('**/admin/dashboard/quotes?status=quoted')
  await row.waitFor()
  await admin.page.reload()
  await row.waitFor()
})

test('a refusal keeps the input, a reload keeps the draft', async () => {
  const { page } = visitor
  await page.goto('/services/essay-writing')
  await fillIn(page, { subject: 'HIST102', phone: '12', files: [pdf] })
  await quoteForm(page).getByRole('button', { name: 'Get Your Free Quote Now!' }).click()
  await page.getByRole('alert').getByText('Phone is invalid').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'phone')
  await eventually(page, () => quoteForm(page).getByLabel('Subject or course code').inputValue(), 'HIST102')
  await quoteForm(page).getByText(pdf.name).waitFor()

  await page.reload()
  await eventually(page, () => quoteForm(page).getByLabel('Subject or course code').inputValue(), 'HIST102')
  await page.getByRole('button', { name: 'Services', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Essays' }).click()
  await page.waitForURL('**/services/essay-writing-assistance')
  await eventually(page, () => quoteForm(page).getByLabel('Subject or course code').inputValue(), '')
  await page.goto('/services/essay-writing')
  await eventually(page, () => quoteForm(page).getByLabel('Subject or course code').inputValue(), '')
})

test('the whole form works with the keyboard only', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const type = (text) => page.keyboard.type(text)
  await page.goto('/services/research-paper')
  await quoteForm(page).getByLabel('Email').focus()
  await type('keys@example.com')
  await press('Tab', 'ArrowDown')
  const country = page.getByRole('combobox', { name: 'Country code' })
  const expanded = () => country.getAttribute('aria-expanded')
  await eventually(page, expanded, 'true')
  await press('Escape')
  await eventually(page, expanded, 'false')
  await eventually(page, () => country.inputValue(), 'Australia (+61)')
  await type('new zea')
  await press('Enter')
  await page.waitForFunction(() => document.activeElement?.value === 'New Zealand (+64)')
  await press('Tab')
  await type('021 123 4567')
  await press('Tab')
  await type('TYPE101')
  await press('Tab')
  await type('No mouse was used.')
  await press('Tab')
  await type('12012031')
  await press('Tab')
  const tabTo = async (label) => {
    const field = page.getByLabel(label, { exact: true })
    while (!(await field.evaluate((node) => node === document.activeElement))) await press('Tab')
  }
  await tabTo('Deadline time')
  await type('0900PM')
  await tabTo('Pages')
  await type('12')
  await press('Tab', 'Enter')
  await eventually(page, () => page.getByLabel('Pages', { exact: true }).inputValue(), '13')
  await press('Tab', 'Tab', 'Space')
  const accepted = quoteForm(page).getByLabel(/^I accept/)
  await eventually(page, () => accepted.isChecked(), true)
  await press('Tab', 'Tab', 'Tab', 'Enter')
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  const reference = await referenceIn(quoteForm(page))
  await page.waitForFunction(() => document.activeElement?.textContent === 'Thank You!')
  await press('Tab', 'Enter')
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'email')

  await admin.page.goto('/admin/dashboard/quotes')
  await admin.page.getByRole('button', { name: `Open ${reference}` }).click()
  await admin.page.getByRole('dialog').getByText('+64211234567').waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})

test('the country list opens and closes on a click', async () => {
  const { page } = visitor
  await page.goto('/')
  const country = page.getByRole('combobox', { name: 'Country code' })
  const expanded = () => country.getAttribute('aria-expanded')
  await country.click()
  await eventually(page, expanded, 'true')
  const options = page.getByRole('option')
  await options.nth(239).waitFor({ state: 'attached' })
  assert.ok((await options.count()) <= 250, 'no more countries than exist')
  await country.click()
  await eventually(page, expanded, 'false')
  await country.click()
  await page.getByRole('heading', { level: 1 }).click()
  await eventually(page, expanded, 'false')
  await eventually(page, () => country.inputValue(), 'Australia (+61)')
})

test("the admin's quote list and dialog pass axe", async () => {
  const { storageState } = admin
  const { page, context, faults } = await openPerson(browser, server.url, { width: 320, storageState })
  await page.goto('/admin/dashboard/quotes')
  await page.locator('tbody tr').first().waitFor()
  const wide = { widths: [320, 768, 1280, 1920], read: [320, 768, 1280], height: 900 }
  await assertLayout(page, 'list', wide)
  await page
    .getByRole('button', { name: /^Open Q-/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: /^Quote Q-/ }).waitFor()
  await assertLayout(page, 'dialog', wide)
  assert.deepEqual(faults, [])
  await context.close()
})

test('an open request has an address that opens it', async () => {
  const { page, token } = admin
  const asAdmin = (path, method = 'GET', body) => call(server, token, method, path, body)
  const [quote] = await asAdmin('/quotes?status=quoted&page=1&perPage=1')
  const modal = page.getByRole('dialog', { name: `Quote ${quote.reference}` })
  const note = () => modal.getByLabel(/^Note/).inputValue()

  await page.goto(`/admin/dashboard/quotes?status=closed&quote=${quote._id}`)
  await modal.waitFor()
  await page.reload()
  await modal.waitFor()
  await eventually(page, note, quote.note)
  await asAdmin(`/quotes/${quote._id}`, 'PATCH', { note: 'Changed while it is open' })
  await eventually(page, note, 'Changed while it is open')
  await modal.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL('**/admin/dashboard/quotes?status=closed')
  await modal.waitFor({ state: 'detached' })

  await page.goto('/admin/dashboard/quotes?status=quoted')
  await page.getByRole('button', { name: `Open ${quote.reference}` }).click()
  await page.waitForURL(`**/admin/dashboard/quotes?quote=${quote._id}&status=quoted`)
  await modal.waitFor()
  await page.goBack()
  await modal.waitFor({ state: 'detached' })
  await page.waitForURL('**/admin/dashboard/quotes?status=quoted')
})

test('neither browser reported an error', () => {
  assert.deepEqual([visitor.faults, admin.faults], [[], []])
})
