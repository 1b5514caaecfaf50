// The bell, its panel and the page of notices; and what admins hear about emails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLayout, eventually, subscription } from './browser.mjs'
import { call, openNewcomer, openSamplePerson, submitAs } from './sample.mjs'
import { browser, openStage, server } from './stage.mjs'

let admin

openStage({ sample: true }, async () => {
  admin = await openSamplePerson(browser, server, 'ada')
})

const bell = (page) => page.getByRole('button', { name: /^Notices/ })
const panelOf = (page) => page.getByRole('dialog', { name: 'Notices' })

/** Waits until the bell says how many notices are unread. */
const unread = (page, count) =>
  page.getByRole('button', { name: count ? `Notices, ${count} unread` : 'Notices', exact: true }).waitFor()

/** A student with one assignment at their dashboard, whose bell has counted that it was handed in. */
async function openStudent(name) {
  const student = await openNewcomer(browser, server, name)
  const { _id } = await submitAs(server, student, `Essay of ${name}`)
  const subscribed = subscription(student.page)
  await student.page.goto('/dashboard')
  await subscribed
  await unread(student.page, 1)
  return { ...student, assignment: _id, title: `Essay of ${name}` }
}

const grade = ({ assignment }) =>
  call(server, admin.token, 'PATCH', `/assignments/${assignment}`, { status: 'graded', grade: 'A' })

test('the bell counts a grade until its notice is opened', async () => {
  const student = await openStudent('Una Frost')
  const { page, context, faults, title } = student
  const loads = []
  page.on('load', () => loads.push(page.url()))
  await grade(student)
  await unread(page, 2)
  assert.equal(await page.getByText('2 unread notices').getAttribute('role'), 'status')
  await bell(page).click()
  const notice = panelOf(page).getByRole('link', { name: `Unread: Graded: ${title}` })
  await notice.click()
  await page.waitForURL(`**/assignments/${student.assignment}`)
  await unread(page, 1)
  assert.equal(await panelOf(page).isVisible(), false)
  assert.deepEqual(loads, [], 'nothing was loaded anew')

  await page.goBack()
  await bell(page).click()
  await panelOf(page)
    .getByRole('link', { name: `Graded: ${title}` })
    .waitFor()
  const left = panelOf(page).getByRole('link', { name: /^Unread: / })
  await eventually(page, () => left.count(), 1)
  assert.deepEqual(faults, [])
  await context.close()
})

test('two tabs count the same, also after marking all read', async () => {
  const student = await openStudent('Odo Frost')
  const { page, context, faults } = student
  const other = await context.newPage()
  await other.goto('/notices')
  await unread(other, 1)
  await grade(student)
  await Promise.all([unread(page, 2), unread(other, 2)])
  await other.getByRole('button', { name: /^Mark as read: Graded/ }).click()
  await Promise.all([unread(page, 1), unread(other, 1)])
  await bell(page).click()
  await panelOf(page).getByRole('button', { name: 'Mark all as read' }).click()
  await Promise.all([unread(page, 0), unread(other, 0)])
  await eventually(other, () => other.getByRole('button', { name: /^Mark as read:/ }).count(), 0)
  assert.deepEqual(faults, [])
  await context.close()
})

test('Tab goes through the panel, Escape back to the bell', async () => {
  const { page, context } = await openStudent('Pia Frost')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await panelOf(page).getByRole('listitem').first().waitFor()
  await page.keyboard.press('Escape')
  await panelOf(page).waitFor({ state: 'hidden' })
  await eventually(page, () => bell(page).evaluate((button) => button === document.activeElement), true)
  await page.keyboard.press('Enter')
  const last = panelOf(page).getByRole('link', { name: /^Unread: / })
  await last.focus()
  await page.keyboard.press('Tab')
  await panelOf(page).waitFor({ state: 'hidden' })
  await context.close()
})

test('the bell keeps its space, and counts on public pages', async () => {
  const { page, context } = await openStudent('Ivo Frost')
  const menu = page.getByRole('button', { name: /^Profile menu/ })
  const place = await menu.boundingBox()
  await page.route('**/assets/notices-bell-*.js', (route) => route.abort())
  await page.goto('/services')
  await menu.waitFor()
  await eventually(page, async () => (await menu.boundingBox()).x, place.x)
  await page.unroute('**/assets/notices-bell-*.js')
  await page.goto('/services')
  await unread(page, 1)
  assert.equal((await menu.boundingBox()).x, place.x)
  await bell(page).click()
  await panelOf(page).getByRole('link').first().waitFor()
  await context.close()
})

test('panel and page fit, and axe finds no violation', async () => {
  const { page, context, faults } = await openSamplePerson(browser, server, 'robin')
  await page.goto('/notices')
  await page.locator('main li a').first().waitFor()
  await assertLayout(page, 'notices')
  await page.getByRole('link', { name: 'Unread', exact: true }).click()
  await page.waitForURL('**/notices?show=unread')
  await assertLayout(page, 'unread notices', { widths: [360], read: [360] })
  await bell(page).click()
  await panelOf(page).getByRole('listitem').first().waitFor()
  await assertLayout(page, 'the panel of the bell')
  assert.deepEqual(faults, [])
  await context.close()
})

test('an admin sees that email is not set up', async () => {
  const { page, faults } = admin
  await page.goto('/admin/dashboard')
  await page.getByText(/^No mail server: \d+ emails? waiting/).waitFor()
  await page.getByRole('link', { name: 'What to do' }).click()
  await page.waitForURL('**/admin/dashboard/mails')
  await page.getByText('An operator sets up the mail server in the console').waitFor()
  const row = page.getByRole('row', { name: /una@example\.com/ }).first()
  await row.getByText('Waiting').waitFor()
  await page.getByLabel('Status').selectOption('Failed')
  await page.waitForURL('**/admin/dashboard/mails?status=failed')
  await page.getByText('550 5.1.1 There is no such mailbox').waitFor() // the error of the sample's failed email
  await page.getByLabel('Status').selectOption('Skipped')
  await page.waitForURL('**/admin/dashboard/mails?status=skipped')
  await page.getByText('No matching emails').waitFor()
  await page.goBack()
  await page.goBack()
  await row.waitFor()
  await assertLayout(page, 'emails', { widths: [320, 360, 1280] })
  const tabs = page.getByRole('navigation', { name: 'Dashboard sections' }).getByRole('link')
  for (const width of [320, 360, 400, 480]) {
    await page.setViewportSize({ width, height: 800 })
    const tops = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
    assert.ok(new Set(tops).size <= 3, `the tabs stand on ${new Set(tops).size} lines at ${width}`)
  }
  assert.deepEqual(faults, [])
})

test('nobody but admins asks for the emails', async () => {
  const { page, context } = await openSamplePerson(browser, server, 'kim')
  const requests = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/admin/dashboard/mails')
  await page.waitForURL('**/tutor/dashboard')
  await bell(page).waitFor()
  assert.deepEqual(
    requests.filter((path) => path.startsWith('/api/mails')),
    [],
  )
  await context.close()
})
