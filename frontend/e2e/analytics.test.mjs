// What is measured, what is kept here, and what the operator's tag is told.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from './browser.mjs'
import { signUp } from './desk.mjs'
import { changeSite } from './operator.mjs'
import { openNewcomer } from './sample.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage()

/** Puts a tag into the browser that remembers what it is told. */
const withTag = (context) =>
  context.addInitScript(() => {
    window.told = []
    window.gtag = (...command) => window.told.push(command)
  })

const views = (page) =>
  page.evaluate(() =>
    window.told.filter(([, name]) => name === 'page_view').map(([, , { page_path }]) => page_path),
  )

const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('performance') ?? '[]'))

test('a tag that is there is told of pages and vitals, without a name or an id', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  await withTag(context)
  await page.goto('/?from=robin@example.com')
  await page.waitForFunction(() => window.told.some(([, name]) => name === 'page_view'))
  await page.getByRole('link', { name: 'Log In' }).click()
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await page.waitForFunction(() => window.told.filter(([, name]) => name === 'page_view').length === 3)
  assert.deepEqual(await views(page), ['/', '/login', '/privacy-policy'])
  await page.waitForFunction(() => window.told.some(([, name]) => name === 'TTFB'))
  assert.doesNotMatch(JSON.stringify(await page.evaluate(() => window.told)), /robin|from=/)

  const metrics = await kept(page)
  assert.ok(metrics.some(({ name, value }) => name === 'TTFB' && value >= 0))
  assert.ok(metrics.every(({ of }) => !of.includes('robin')))

  await signUp(page, 'Robin Vale', 'robin@example.com')
  await page.goto('/assignments/abcdefghijklmno')
  await page.waitForFunction(() => window.told.some(([, name]) => name === 'page_view'))
  assert.deepEqual(await views(page), ['/assignments/:id'])
  assert.doesNotMatch(JSON.stringify(await page.evaluate(() => window.told)), /abcdefghijklmno|robin/i)
  assert.deepEqual(faults, [])
  await context.close()
})

test('without a tag everything works, and the measurements stay in the browser', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  const others = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) others.push(request.url())
  })
  await page.goto('/services')
  await page.waitForFunction(() => localStorage.getItem('performance')?.includes('TTFB'))
  assert.equal(await page.evaluate(() => typeof window.gtag), 'undefined')
  assert.deepEqual(others, [])
  assert.deepEqual(faults, [])
  await context.close()
})

test('where a blocker takes the measuring out, the page stays as it is', async () => {
  const { page, context } = await openPerson(browser, server.url)
  let loads = 0
  page.on('load', () => loads++)
  await page.route('**/assets/measuring-*.js', (route) => route.abort())
  const [warning] = await Promise.all([
    page.waitForEvent('console', (message) => message.text().includes('did not arrive.')),
    page.goto('/services'),
  ])
  assert.equal(warning.type(), 'warning')
  await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor()
  await page.getByRole('link', { name: 'Terms of Use' }).click()
  await page.getByRole('heading', { level: 1, name: 'Terms of Use' }).waitFor()
  assert.equal(loads, 1)
  await context.close()
})

/** Answers in the place of the tag's own host; gives what was asked there. */
async function standInForTag(context) {
  const asked = []
  await context.route(/googletagmanager|google-analytics/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: 'window.tagRan = true' })
  })
  return asked
}

test("the operator's tag is loaded on public pages, for visitors who do not mind", async (t) => {
  const id = 'G-AB12CD34EF'
  await changeSite(server, { analyticsId: id })
  t.after(() => changeSite(server, { analyticsId: '' }))

  await t.test('a visitor', async () => {
    const { page, context, faults } = await openPerson(browser, server.url)
    const asked = await standInForTag(context)
    await page.goto('/services/essay-writing?from=robin')
    await page.waitForFunction(() => window.tagRan)
    assert.deepEqual(asked, [`https://www.googletagmanager.com/gtag/js?id=${id}`])
    await page.waitForFunction(() => [...window.dataLayer].some(([, name]) => name === 'page_view'))
    const told = JSON.stringify(await page.evaluate(() => window.dataLayer.map((command) => [...command])))
    assert.match(told, /"send_page_view":false/)
    assert.match(told, /"page_path":"\/services\/:serviceSlug"/)
    assert.doesNotMatch(told, /robin/)
    assert.deepEqual(faults, [])

    await page.goto('/privacy-policy')
    await page.getByText('Google Analytics').first().waitFor()
    await page.waitForFunction(() => window.tagRan)
    await page.goto('/login')
    await page.locator('h1').waitFor()
    assert.equal(asked.length, 2, 'where passwords are typed there is no tag')
    assert.equal(await page.evaluate(() => typeof window.gtag), 'undefined')
    await context.close()
  })

  await t.test('a visitor who goes on to log in leaves the tag behind', async () => {
    const { page, context, faults } = await openPerson(browser, server.url)
    await standInForTag(context)
    await page.goto('/terms-of-use')
    await page.waitForFunction(() => window.tagRan)
    await page.getByRole('link', { name: 'Fair Use Policy' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Fair Use Policy' }).waitFor()
    assert.equal(
      await page.evaluate(() => window.tagRan),
      true,
      'public pages follow one another in one document',
    )
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

  for (const wish of ['globalPrivacyControl', 'doNotTrack']) {
    await t.test(`a visitor who says ${wish}`, async () => {
      const { page, context, faults } = await openPerson(browser, server.url)
      const asked = await standInForTag(context)
      await context.addInitScript((wish) => {
        Object.defineProperty(navigator, wish, { value: wish === 'doNotTrack' ? '1' : true })
      }, wish)
      await page.goto('/')
      await page.waitForFunction(() => localStorage.getItem('performance')?.includes('TTFB'))
      assert.deepEqual(asked, [])
      assert.equal(await page.evaluate(() => typeof window.gtag), 'undefined')
      assert.deepEqual(faults, [])
      await context.close()
    })
  }

  await t.test('somebody signed in', async () => {
    const { page, context, faults } = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
    const asked = await standInForTag(context)
    await page.goto('/')
    await page.waitForFunction(() => localStorage.getItem('performance')?.includes('TTFB'))
    assert.deepEqual(asked, [])
    assert.deepEqual(faults, [])
    await context.close()
  })
})
