// Back finds the place that was left.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, openPerson } from './browser.mjs'
import { openSamplePerson } from './sample.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage({ sample: true })

const placeOf = (page) => page.evaluate(() => Math.round(window.scrollY))

/** Scrolls to the end of a page, follows a link from there, goes Back, and expects the same place. */
async function expectPlace(page, address, ready, link) {
  await page.goto(address)
  await ready(page).waitFor()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const left = await placeOf(page)
  assert.ok(left > 300, `${address} is long enough to lose a place: ${left} px`)
  // A link at the end of the page is pressed without a scroll of its own.
  await link(page).evaluate((element) => element.click())
  await page.waitForURL((url) => url.pathname !== address)
  await page.locator('h1').waitFor()
  // The answers come after the page that Back leads to has been drawn, as on a slow network.
  let release
  const held = new Promise((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/(site|services|assignments)/, async (route) => {
    await held
    await route.continue()
  })
  await page.goBack()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  release()
  await ready(page).waitFor()
  await eventually(page, () => placeOf(page), left, `Back to ${address}`)
}

test('on the dashboard of a student', async () => {
  const { page, context, faults } = await openSamplePerson(browser, server, 'robin')
  await expectPlace(
    page,
    '/dashboard',
    (page) => page.getByRole('article').first(),
    (page) => page.getByRole('article').last().getByRole('link'),
  )
  assert.deepEqual(faults, [])
  await context.close()
})

for (const [address, heading] of [
  ['/services', 'Available with every service'],
  ['/terms-of-use', 'Terms of Use'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/revision-refund-policy', 'Revision and Refund Policy'],
  ['/fair-use-policy', 'Fair Use Policy'],
]) {
  test(`on ${address}`, async () => {
    const { page, context, faults } = await openPerson(browser, server.url, { height: 500 })
    await expectPlace(
      page,
      address,
      (page) => page.getByRole('heading', { name: heading }).first(),
      (page) => page.getByRole('contentinfo').locator(`a:not([href="${address}"])`).last(),
    )
    assert.deepEqual(faults, [])
    await context.close()
  })
}
