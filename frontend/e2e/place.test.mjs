// Back restores the scroll position.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, openPerson } from './browser.mjs'
import { openSamplePerson } from './sample.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage({ sample: true })

const scrollPositionOf = (page) => page.evaluate(() => Math.round(window.scrollY))

/** Scrolls to the end of a page, follows a link there, goes back, and expects the same scroll position. */
async function expectRestored(page, address, ready, link) {
  await page.goto(address)
  await ready(page).waitFor()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const position = await scrollPositionOf(page)
  assert.ok(position > 300, `${address} is long enough to scroll: ${position} px`)
  // Clicking in the page avoids the scrolling that Playwright's click does.
  await link(page).evaluate((element) => element.click())
  await page.waitForURL((url) => url.pathname !== address)
  await page.locator('h1').waitFor()
  // The answers arrive after the page has been drawn, as on a slow network.
  let release
  const released = new Promise((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/(site|services|assignments)/, async (route) => {
    await released
    await route.continue()
  })
  await page.goBack()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  release()
  await ready(page).waitFor()
  await eventually(page, () => scrollPositionOf(page), position, `Back to ${address}`)
}

test("Back restores the scroll position on a student's dashboard", async () => {
  const { page, context, faults } = await openSamplePerson(browser, server, 'robin')
  await expectRestored(
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
  test(`Back restores the scroll position on ${address}`, async () => {
    const { page, context, faults } = await openPerson(browser, server.url, { height: 500 })
    await expectRestored(
      page,
      address,
      (page) => page.getByRole('heading', { name: heading }).first(),
      (page) => page.getByRole('contentinfo').locator(`a:not([href="${address}"])`).last(),
    )
    assert.deepEqual(faults, [])
    await context.close()
  })
}

test('a page opened by its address starts at its top', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, { height: 500 })
  await page.goto('/')
  await page.evaluate(() => window.scrollTo(0, 900))
  await eventually(page, () => scrollPositionOf(page), 900)
  await page.goto('/terms-of-use')
  await page.getByRole('heading', { name: 'Terms of Use' }).first().waitFor()
  await page.waitForLoadState('networkidle')
  assert.equal(await scrollPositionOf(page), 0)
  for (const again of ['/', '/?x=1']) {
    await page.goto(again)
    await page.getByRole('contentinfo').waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(await scrollPositionOf(page), 0, again)
    await page.evaluate(() => window.scrollTo(0, 700))
    await eventually(page, () => scrollPositionOf(page), 700)
  }
  await page.reload()
  await eventually(page, () => scrollPositionOf(page), 700)
  assert.deepEqual(faults, [])
  await context.close()
})
