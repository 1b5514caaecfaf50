// The public pages, the navigation and the quote form, as visitors see them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLayout, eventually, focused, openPerson, scrollThrough, stopClock } from './browser.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage()

const navigation = [
  'custom-assignment-writing',
  'essay-writing-assistance',
  'report-project-writing',
  'dissertation-thesis-support',
  'literature-review-writing',
  'lab-report-writing',
  'capstone-project',
  'annotated-bibliography',
  'research-paper',
  'paraphrasing',
  'turnitin',
  'referencing-citation',
]
const generic = 'Academic Writing Services'
const pages = [
  ['/', 'Send your brief. Get a price.'],
  ['/login', 'Log in'],
  ['/signup', 'Sign up'],
  ['/user/signup', 'Sign up'],
  ['/admin/signup', 'Admin Registration'],
  ['/services', 'Services'],
  ...navigation.map((slug) => [`/services/${slug}`, generic]),
  ['/services/do-my-assignment', 'Assignment Help'],
  ['/services/essay-writing', 'Essay Writing'],
  ['/services/dissertation-writing', 'Dissertation Writing'],
  ['/services/anything-else', generic],
  ['/terms-of-use', 'Terms of Use'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/revision-refund-policy', 'Revision and Refund Policy'],
  ['/fair-use-policy', 'Fair Use Policy'],
  ['/no-such-page', 'Page not found'],
]

test('every public address opens directly and after a reload', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  for (const [address, title] of pages) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    assert.equal(new URL(page.url()).pathname, address)
  }
  assert.deepEqual(faults, [])
  await context.close()
})

const layouts = [
  '/',
  '/services',
  '/services/essay-writing',
  '/services/turnitin',
  ...pages.slice(-5).map(([a]) => a),
]

for (const address of layouts)
  test(`${address} passes axe and fits the screen`, async () => {
    const { page, context, faults } = await openPerson(browser, server.url, { width: 320 })
    await page.goto(address)
    await scrollThrough(page)
    await assertLayout(page, address, { widths: [320, 768, 1280, 1920], read: [320, 1280] })
    assert.equal(await page.locator('h1').count(), 1)
    assert.deepEqual(faults, [])
    await context.close()
  })

test('the quote form with errors passes axe', async () => {
  const { page, context } = await openPerson(browser, server.url, { width: 320 })
  await page.goto('/services/essay-writing')
  const form = page.getByRole('region', { name: 'Request a quote' })
  await form.getByLabel(/^I accept/).check()
  await form.getByRole('button', { name: 'Get Your Free Quote Now!' }).click()
  await form.getByRole('alert').getByText('Email is required').waitFor()
  await form.getByLabel(/^Files/).setInputFiles({ name: 'a.exe', mimeType: 'x/y', buffer: Buffer.from('MZ') })
  await form.getByText('a.exe').first().waitFor()
  await assertLayout(page, 'errors', { widths: [320], read: [320] })
  await form.getByRole('combobox', { name: 'Country code' }).click()
  await form.getByRole('option', { name: 'Australia (+61)' }).waitFor()
  await assertLayout(page, 'country list', { widths: [320], read: [320] })
  await context.close()
})

const inView = (page, id) =>
  page.waitForFunction((id) => {
    const { top } = document.getElementById(id)?.getBoundingClientRect() ?? { top: -1000 }
    return top > -50 && top < 200
  }, id)

test('the navigation reaches front page sections from any page', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  for (const from of ['/services', '/']) {
    for (const [label, id] of [
      ['Experts', 'top-writers'],
      ['FAQ', 'faq-section'],
    ]) {
      await page.goto(from)
      await page.locator('h1').waitFor()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click()
      await page.waitForURL(`**/#${id}`)
      await inView(page, id)
    }
  }
  await page.getByRole('link', { name: 'About us' }).click()
  await page.getByText('A price up front').waitFor()
  await page.waitForFunction(() => document.activeElement?.id === 'features-section')

  await page.getByRole('button', { name: 'Scroll to top' }).click()
  await page.waitForFunction(() => window.scrollY === 0)
  await page.getByRole('button', { name: 'Scroll to top' }).waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
  await context.close()
})

test('the services appear in the menu without shifting it', async () => {
  const { page, context } = await openPerson(browser, server.url)
  let answer
  const released = new Promise((resolve) => {
    answer = resolve
  })
  await page.route('**/api/services', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Services', exact: true }).click()
  const menu = page.getByRole('menu', { name: 'Services' })
  const last = menu.getByRole('menuitem', { name: 'All services' })
  await eventually(page, () => focused(page), 'All services')
  const before = await last.boundingBox()
  answer()
  await eventually(page, () => menu.getByRole('menuitem').count(), navigation.length + 1)
  assert.equal((await last.boundingBox()).y, before.y, 'the menu does not shift')
  await menu.getByRole('menuitem', { name: 'Research papers' }).click()
  await page.waitForURL('**/services/research-paper')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByText('Services', { exact: true }).click()
  await eventually(page, () => drawer.locator('details').getByRole('link').count(), navigation.length + 1)
  await drawer.getByRole('link', { name: 'Sign Up' }).click()
  await page.waitForURL('**/user/signup')
  await page.getByRole('heading', { name: 'Sign up' }).waitFor()
  await context.close()
})

test('types of work fit one line on the smallest screen', async () => {
  const { page, context } = await openPerson(browser, server.url, { width: 320 })
  await page.goto('/')
  const types = page.getByRole('tablist', { name: 'Type of work' })
  await types.waitFor()
  await page.evaluate(() => document.fonts.ready)
  const lines = () => types.getByRole('tab').evaluateAll((tabs) => tabs.map(({ offsetTop }) => offsetTop))
  assert.equal((await lines()).length, 3)
  await eventually(page, async () => new Set(await lines()).size, 1)
  const colourOf = (locator) => locator.evaluate((element) => getComputedStyle(element).color)
  const send = page.getByRole('button', { name: 'Get your free quote' })
  const note = await colourOf(page.getByText('Deadline in your time zone'))
  await eventually(page, () => colourOf(send), note)
  await context.close()
})

test('the success banner disappears after 5 s', async () => {
  const { page, context } = await openPerson(browser, server.url)
  await stopClock(page)
  await page.goto('/?success=true')
  const banner = page.getByText('Your submission was successful!')
  await banner.waitFor()
  await page.clock.runFor(4900)
  assert.ok(await banner.isVisible())
  await page.clock.runFor(200)
  await banner.waitFor({ state: 'detached' })
  await context.close()
})
