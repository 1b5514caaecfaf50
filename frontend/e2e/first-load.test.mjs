// What a page is shown with comes at once and once, and nothing moves when it has come.
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

/** The addresses that a page's Link header names, those of modules and the others. */
async function namedAt(path) {
  const header = (await fetch(server.url + path)).headers.get('link')
  const addresses = (rel) =>
    [...header.matchAll(/<([^>]+)>; rel=(\w+)/g)].filter((link) => link[2] === rel).map((link) => link[1])
  return { modules: addresses('modulepreload'), others: addresses('preload') }
}

test('every public page names files that are there, those of its tags and of its part', async () => {
  for (const [path, part] of Object.entries({ '/': 'index', ...publicPages })) {
    const { modules, others } = await namedAt(path)
    const page = await (await fetch(server.url + path)).text()
    for (const address of others)
      assert.match(
        page,
        new RegExp(`<(script|link rel="(stylesheet|preload" as="font)"[^>]*) (src|href)="${address}"`),
        path,
      )
    assert.ok(
      modules.some((address) => address.startsWith(`/assets/${part}-`)),
      `${path} names ${part}`,
    )
    for (const address of [...modules, ...others]) {
      const answer = await fetch(server.url + address)
      assert.equal(answer.status, 200, `${path} names ${address}`)
      const isPacked = address.endsWith('.woff2') || answer.headers.get('content-encoding')
      assert.ok(isPacked, `${address} comes packed`)
    }
  }
})

test('on a deep link the part of the page is asked for before any module has run, and nothing twice', async () => {
  for (const [path, part] of Object.entries(publicPages)) {
    const { page, context, faults } = await openPerson(browser, server.url)
    const asked = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const ofPart = page.waitForRequest((request) => request.url().includes(`/assets/${part}-`))
    // The entry arrives once the part has been asked for: else neither ever comes.
    await page.route('**/assets/index-*.js', async (route) => {
      await ofPart
      await route.continue()
    })
    await page.goto(path)
    await page.locator('h1').waitFor()
    await page.waitForLoadState('networkidle')
    const assets = asked.filter((address) => address.startsWith('/assets/'))
    assert.deepEqual(assets, [...new Set(assets)], `what ${path} asks for`)
    const { modules } = await namedAt(path)
    for (const address of modules) assert.ok(assets.includes(address), `${path} asks for ${address}`)
    assert.deepEqual(faults, [])
    await context.close()
  }
})

/** Lets no moment count as quiet before `fallQuiet` is called. */
function keepBusy() {
  let waiting = []
  window.requestIdleCallback = (run) => waiting.push(run)
  window.fallQuiet = () => {
    window.requestIdleCallback = (run) => setTimeout(run)
    for (const run of waiting) run()
    waiting = []
  }
}

for (const path of ['/', '/services/essay-writing']) {
  test(`${path} is seen before the quote form is asked for, and nothing moves when it comes`, async () => {
    const { page, context, faults } = await openPerson(browser, server.url, { width: 1280 })
    await context.addInitScript(keepBusy)
    await context.addInitScript(watchShifts)
    const asked = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(path)
    await page.locator('h1').waitFor()
    await page.getByRole('status', { name: 'Loading the form' }).waitFor()
    await page.waitForFunction(() => document.fonts.status === 'loaded')
    await page.waitForLoadState('networkidle')
    assert.ok(!asked.some((address) => address.startsWith('/assets/quote-form-')), 'it waits')
    const before = await page.evaluate(() => window.readShifts().length)
    await page.evaluate(() => window.fallQuiet())
    await page.getByRole('combobox', { name: 'Country code' }).waitFor()
    await page.evaluate(twoFrames)
    const moved = await page.evaluate((first) => window.readShifts().slice(first), before)
    assert.deepEqual(moved, [])
    assert.deepEqual(faults, [])
    await context.close()
  })
}

/** After two frames, what stood in the page before the first one has been drawn. */
const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Collects how far what stands on a page moves without anybody having done something. */
function watchShifts() {
  window.shifts = []
  const note = (entries) => {
    for (const { value, hadRecentInput, sources } of entries)
      if (!hadRecentInput) window.shifts.push({ value, of: sources.map(({ node }) => node?.nodeName) })
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.readShifts = () => {
    note(observer.takeRecords())
    return window.shifts
  }
}

for (const width of [360, 1280]) {
  test(`nothing on the front page moves while it arrives, ${width} pixels wide`, async () => {
    const { page, context } = await openPerson(browser, server.url, { width })
    await context.addInitScript(watchShifts)
    // The faces come first, as they do where they are preloaded: else a slow machine shows another meanwhile.
    const faces = Promise.all(
      ['sans', 'serif'].map((name) =>
        page.waitForEvent('requestfinished', (r) => r.url().includes(`-${name}-`)),
      ),
    )
    await page.route('**/assets/index-*.js', async (route) => {
      await faces
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
