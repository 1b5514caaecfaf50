// What the interface measures, what it stores in the browser, and what it reports to the operator's analytics tag.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from './browser.mjs'
import { signUp } from './desk.mjs'
import { changeSite } from './operator.mjs'
import { openNewcomer } from './sample.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage()

/** Adds an analytics tag that records its commands. */
const withTag = (context) =>
  context.addInitScript(() => {
    window.commands = []
    window.gtag = (...command) => window.commands.push(command)
  })

const views = (page) =>
  page.evaluate(() =>
    window.commands.filter(([, name]) => name === 'page_view').map(([, , { page_path }]) => page_path),
  )

const storedMetrics = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('performance') ?? '[]'))

test('the analytics tag gets neither names nor ids', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  await withTag(context)
  await page.goto('/?from=robin@example.com')
  await page.waitForFunction(() => window.commands.some(([, name]) => name === 'page_view'))
  await page.getByRole('link', { name: 'Log In' }).click()
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await page.waitForFunction(() => window.commands.filter(([, name]) => name === 'page_view').length === 3)
  assert.deepEqual(await views(page), ['/', '/login', '/privacy-policy'])
  await page.waitForFunction(() => window.commands.some(([, name]) => name === 'TTFB'))
  assert.doesNotMatch(JSON.stringify(await page.evaluate(() => window.commands)), /robin|from=/)

  const metrics = await storedMetrics(page)
  assert.ok(metrics.some(({ name, value }) => name === 'TTFB' && value >= 0))
  assert.ok(metrics.every(({ of }) => !of.includes('robin')))

  await signUp(page, 'Robin Vale', 'robin@example.com')
  await page.goto('/assignments/abcdefghijklmno')
  await page.waitForFunction(() => window.commands.some(([, name]) => name === 'page_view'))
  assert.deepEqual(await views(page), ['/assignments/:id'])
  assert.doesNotMatch(JSON.stringify(await page.evaluate(() => window.commands)), /abcdefghijklmno|robin/i)
  assert.deepEqual(faults, [])
  await context.close()
})

test('without an analytics tag, measurements stay in the browser', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  const foreignRequests = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) foreignRequests.push(request.url())
  })
  await page.goto('/services')
  await page.waitForFunction(() => localStorage.getItem('performance')?.includes('TTFB'))
  assert.equal(await page.evaluate(() => typeof window.gtag), 'undefined')
  assert.deepEqual(foreignRequests, [])
  assert.deepEqual(faults, [])
  await context.close()
})

test('pages work when a content blocker removes the measuring script', async () => {
  const { page, context } = await openPerson(browser, server.url)
  let loads = 0
  page.on('load', () => loads++)
  await page.route('**/assets/measuring-*.js', (route) => route.abort())
  const [warning] = await Promise.all([
    page.waitForEvent('console', (message) => message.type() === 'warning'),
    page.goto('/services'),
  ])
  assert.equal(warning.type(), 'warning')
  await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor()
  await page.getByRole('link', { name: 'Terms of Use' }).click()
  await page.getByRole('heading', { level: 1, name: 'Terms of Use' }).waitFor()
  assert.equal(loads, 1)
  await context.close()
})

/** Fakes the host of the tag, and returns the addresses that are requested from it. */
async function fakeTagHost(context) {
  const requests = []
  await context.route(/googletagmanager|google-analytics/, (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: 'window.tagRan = true' })
  })
  return requests
}

test("the operator's tag loads on public pages, unless visitors object", async (t) => {
  const id = 'G-AB12CD34EF'
  await changeSite(server, { analyticsId: id })
  t.after(() => changeSite(server, { analyticsId: '' }))

  await t.test('a visitor loads it', async () => {
    const { page, context, faults } = await openPerson(browser, server.url)
    const requests = await fakeTagHost(context)
    await page.goto('/services/essay-writing?from=robin')
    await page.waitForFunction(() => window.tagRan)
    assert.deepEqual(requests, [`https://www.googletagmanager.com/gtag/js?id=${id}`])
    await page.waitForFunction(() => [...window.dataLayer].some(([, name]) => name === 'page_view'))
    const commands = JSON.stringify(
      await page.evaluate(() => window.dataLayer.map((command) => [...command])),
    )
    assert.match(commands, /"send_page_view":false/)
    assert.match(commands, /"page_path":"\/services\/:serviceSlug"/)
    assert.doesNotMatch(commands, /robin/)
    assert.deepEqual(faults, [])

    await page.goto('/privacy-policy')
    await page.getByText('Google Analytics').first().waitFor()
    await page.waitForFunction(() => window.tagRan)
    await page.goto('/login')
    await page.locator('h1').waitFor()
    assert.equal(requests.length, 2, 'the login page has no tag')
    assert.equal(await page.evaluate(() => typeof window.gtag), 'undefined')
    await context.close()
  })

  await t.test('the login page reloads the document, without the tag', async () => {
    const { page, context, faults } = await openPerson(browser, server.url)
    await fakeTagHost(context)
    await page.goto('/terms-of-use')
    await page.waitForFunction(() => window.tagRan)
    await page.getByRole('link', { name: 'Fair Use Policy' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Fair Use Policy' }).waitFor()
    assert.equal(await page.evaluate(() => window.tagRan), true, 'public pages do not reload the document')
    await page.getByRole('link', { name: 'Log In' }).first().click()
    await page.waitForURL('**/login')
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.evaluate(() => typeof window.tagRan), 'undefined')
    assert.equal(await page.evaluate(() => typeof window.gtag), 'undefined')
    await page.goBack()
    await page.waitForURL('**/fair-use-policy')
    assert.deepEqual(faults, [])
    await context.close()
  })

  for (const signal of ['globalPrivacyControl', 'doNotTrack']) {
    await t.test(`a visitor with ${signal} does not load it`, async () => {
      const { page, context, faults } = await openPerson(browser, server.url)
      const requests = await fakeTagHost(context)
      await context.addInitScript((signal) => {
        Object.defineProperty(navigator, signal, { value: signal === 'doNotTrack' ? '1' : true })
      }, signal)
      await page.goto('/')
      await page.waitForFunction(() => localStorage.getItem('performance')?.includes('TTFB'))
      assert.deepEqual(requests, [])
      assert.equal(await page.evaluate(() => typeof window.gtag), 'undefined')
      assert.deepEqual(faults, [])
      await context.close()
    })
  }

  await t.test('a signed-in person does not load it', async () => {
    const { page, context, faults } = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
    const requests = await fakeTagHost(context)
    await page.goto('/')
    await page.waitForFunction(() => localStorage.getItem('performance')?.includes('TTFB'))
    assert.deepEqual(requests, [])
    assert.deepEqual(faults, [])
    await context.close()
  })
})
