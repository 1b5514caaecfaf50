// Public pages preload their files, load each of them once, and do not shift while they load.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from './browser.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage()

const publicPages = {
  '/services': 'services-page',
  '/services/essay-writing': 'service-page',
  '/terms-of-use': 'terms-of-use-page',
  '/privacy-policy': 'privacy-policy-page',
  '/revision-refund-policy': 'revision-refund-policy-page',
  '/fair-use-policy': 'fair-use-policy-page',
  '/login': 'login-page',
  '/signup': 'sign-up-page',
}

/** The addresses in a page's Link header: those of modules, and the others. */
async function preloadsOf(path) {
  const header = (await fetch(server.url + path)).headers.get('link')
  const addresses = (rel) =>
    [...header.matchAll(/<([^>]+)>; rel=(\w+)/g)].filter((link) => link[2] === rel).map((link) => link[1])
  return { modules: addresses('modulepreload'), others: addresses('preload') }
}

test('every public page preloads its module and existing files', async () => {
  for (const [path, part] of Object.entries({ '/': 'index', ...publicPages })) {
    const { modules, others } = await preloadsOf(path)
    const page = await (await fetch(server.url + path)).text()
    for (const address of others)
      assert.match(
        page,
        new RegExp(`<(script|link rel="(stylesheet|preload" as="font)"[^>]*) (src|href)="${address}"`),
        path,
      )
    assert.ok(
      modules.some((address) => address.startsWith(`/assets/${part}-`)),
      `${path} preloads ${part}`,
    )
    for (const address of [...modules, ...others]) {
      const answer = await fetch(server.url + address)
      assert.equal(answer.status, 200, `${path} preloads ${address}`)
      const isCompressed = address.endsWith('.woff2') || answer.headers.get('content-encoding')
      assert.ok(isCompressed, `${address} is compressed`)
    }
  }
})

test('a deep link requests its module first, and nothing twice', async () => {
  for (const [path, part] of Object.entries(publicPages)) {
    const { page, context, faults } = await openPerson(browser, server.url)
    const requests = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const partRequest = page.waitForRequest((request) => request.url().includes(`/assets/${part}-`))
    // The entry module waits for the request of the page's module, so the test hangs if that comes later.
    await page.route('**/assets/index-*.js', async (route) => {
      await partRequest
      await route.continue()
    })
    await page.goto(path)
    await page.locator('h1').waitFor()
    await page.waitForLoadState('networkidle')
    const assets = requests.filter((address) => address.startsWith('/assets/'))
    assert.deepEqual(assets, [...new Set(assets)], `assets of ${path}`)
    const { modules } = await preloadsOf(path)
    for (const address of modules) assert.ok(assets.includes(address), `${path} loads ${address}`)
    assert.deepEqual(faults, [])
    await context.close()
  }
})

/** Delays idle callbacks until `becomeIdle` is called. */
function keepBusy() {
  let waiting = []
  window.requestIdleCallback = (run) => waiting.push(run)
  window.becomeIdle = () => {
    window.requestIdleCallback = (run) => setTimeout(run)
    for (const run of waiting) run()
    waiting = []
  }
}

for (const path of ['/', '/services/essay-writing']) {
  test(`${path} appears before the quote form, and does not shift`, async () => {
    const { page, context, faults } = await openPerson(browser, server.url, { width: 1280 })
    await context.addInitScript(keepBusy)
    await context.addInitScript(watchShifts)
    const requests = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(path)
    await page.locator('h1').waitFor()
    await page.getByRole('status', { name: 'Loading the form' }).waitFor()
    await page.waitForFunction(() => document.fonts.status === 'loaded')
    await page.waitForLoadState('networkidle')
    assert.ok(
      !requests.some((address) => address.startsWith('/assets/quote-form-')),
      'the form is not requested yet',
    )
    const before = await page.evaluate(() => window.readShifts().length)
    await page.evaluate(() => window.becomeIdle())
    await page.getByRole('combobox', { name: 'Country code' }).waitFor()
    await page.evaluate(twoFrames)
    const shifts = await page.evaluate((first) => window.readShifts().slice(first), before)
    assert.deepEqual(shifts, [])
    assert.deepEqual(faults, [])
    await context.close()
  })
}

/** Resolves after two frames, when the current content has been drawn. */
const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Records layout shifts without user input. */
function watchShifts() {
  window.shifts = []
  const record = (entries) => {
    for (const { value, hadRecentInput, sources } of entries)
      if (!hadRecentInput) window.shifts.push({ value, of: sources.map(({ node }) => node?.nodeName) })
  }
  const observer = new PerformanceObserver((list) => record(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.readShifts = () => {
    record(observer.takeRecords())
    return window.shifts
  }
}

for (const width of [360, 1280]) {
  test(`the front page loads without a shift, ${width} pixels wide`, async () => {
    const { page, context } = await openPerson(browser, server.url, { width })
    await context.addInitScript(watchShifts)
    // Fonts load first, as preloads do: otherwise a slow machine shows a fallback font meanwhile.
    const fonts = Promise.all(
      ['sans', 'serif'].map((name) =>
        page.waitForEvent('requestfinished', (r) => r.url().includes(`-${name}-`)),
      ),
    )
    await page.route('**/assets/index-*.js', async (route) => {
      await fonts
      await route.continue()
    })
    await page.goto('/')
    await page.locator('h1').waitFor()
    if (width > 1000) await page.getByRole('combobox', { name: 'Country code' }).waitFor()
    await page.waitForFunction(() => document.fonts.status === 'loaded')
    await page.waitForLoadState('networkidle')
    assert.deepEqual(await page.evaluate(() => window.readShifts()), [])
    await context.close()
  })
}
