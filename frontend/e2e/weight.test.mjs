// How much comes over the wire before the front page can be used, in bytes after gzip.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openPerson, pageReady } from './browser.mjs'
import { openNewcomer } from './sample.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage()

/** What measures comes once the page stands and has nothing else to do: nobody waits for it. */
const isMeasuring = (pathname) => /^\/assets\/(measuring|metrics)-/.test(pathname)

/** The bytes of everything of ours that a page fetches, by kind; fonts are packed already. */
function weigh(page) {
  const files = new Map()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const kind = isMeasuring(pathname) ? 'measuring' : /\.(js|css|woff2)$/.exec(pathname)?.[1]
    if (kind)
      files.set(
        pathname,
        response.body().then((body) => ({ kind, body })),
      )
  })
  return async () => {
    const sums = { js: 0, css: 0, woff2: 0, measuring: 0 }
    for (const { kind, body } of await Promise.all(files.values()))
      sums[kind] += kind === 'woff2' ? body.length : gzipSync(body, { level: 9 }).length
    return sums
  }
}

/** What the quote form alone adds to the script: its part is asked for by itself, where nothing else comes near. */
async function weighForm() {
  const { page, context } = await openPerson(browser, server.url)
  await context.addInitScript(() => {
    window.comeNear = []
    window.IntersectionObserver = class {
      constructor(tell) {
        window.comeNear.push(() => tell([{ isIntersecting: true }]))
      }
      observe() {}
      disconnect() {}
    }
  })
  const weight = weigh(page)
  await page.goto('/')
  await pageReady(page)
  await page.waitForLoadState('networkidle')
  assert.equal(await page.getByRole('combobox').count(), 0, 'the form waits until it is near')
  const without = await weight()
  await page.evaluate(() => window.comeNear[0]())
  await page.getByRole('combobox', { name: 'Country code' }).waitFor()
  await page.waitForLoadState('networkidle')
  const { js } = await weight()
  await context.close()
  return js - without.js
}

test('the front page is light, and the quote form is a part of its own', async (t) => {
  const form = await weighForm()

  // At 1280 pixels, without a scroll: the form is in view, and what lies below may come near.
  const { page, context } = await openPerson(browser, server.url)
  const weight = weigh(page)
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Country code' }).waitFor()
  await pageReady(page)
  await page.waitForLoadState('networkidle')
  const all = await weight()
  const first = all.js - form
  await context.close()

  t.diagnostic(
    `without a scroll: script ${all.js} (${first} and the quote form ${form}), style ${all.css}, fonts ${all.woff2}, and measuring ${all.measuring} bytes`,
  )
  assert.ok(first <= 125_000, `${first} bytes of script`)
  assert.ok(all.css <= 14_500, `${all.css} bytes of style`)
  // Components carry their own classes: what the style loses, the script may gain, but not more.
  assert.ok(all.js + all.css <= 181_000, `${all.js + all.css} bytes of script and style`)
  assert.ok(all.woff2 <= 55_000, `${all.woff2} bytes of fonts`)
  assert.ok(all.measuring > 1_000 && all.measuring <= 6_000, `${all.measuring} bytes of what measures`)
  assert.ok(form > 5_000 && form <= 45_000, `${form} bytes of the quote form`)
})

/** Something of the library that keeps the data of signed-in pages, as it is named in its file. */
const CACHE = 'isPlaceholderData'

/** The scripts of ours that a page has fetched and that hold a text. */
async function scriptsWith(page, text) {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  const bodies = await Promise.all(urls.map(async (url) => (await fetch(url)).text()))
  return urls.filter((_, at) => bodies[at].includes(text))
}

test('only signed-in pages fetch what keeps their data, whoever looks at the others', async () => {
  const person = await openNewcomer(browser, server, 'Wim Quist')
  const visitor = await openPerson(browser, server.url)
  for (const { page } of [person, visitor]) {
    for (const address of ['/', '/services', '/services/essay-writing', '/terms-of-use', '/user/signup']) {
      await page.goto(address)
      await pageReady(page)
      await page.waitForLoadState('networkidle')
      assert.deepEqual(await scriptsWith(page, CACHE), [], address)
    }
  }
  await person.page.goto('/dashboard')
  await pageReady(person.page)
  assert.notDeepEqual(await scriptsWith(person.page, CACHE), [])
  await person.context.close()
  await visitor.context.close()
})
