// The weight of the front page and of the quote form, in bytes after gzip.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openPerson, pageReady } from './browser.mjs'
import { openNewcomer } from './sample.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage()

/** Measuring scripts load when the page is idle, so nobody waits for them. */
const isMeasuring = (pathname) => /^\/assets\/(measuring|metrics)-/.test(pathname)

/** Sums the bytes of our files that a page loads, by kind. Fonts are already compressed. */
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

/** The bytes of script that the quote form adds: it is loaded on its own, while no other section comes into view. */
async function weighForm() {
  const { page, context } = await openPerson(browser, server.url)
  await context.addInitScript(() => {
    window.showSection = []
    window.IntersectionObserver = class {
      constructor(callback) {
        window.showSection.push(() => callback([{ isIntersecting: true }]))
      }
      observe() {}
      disconnect() {}
    }
  })
  const weight = weigh(page)
  await page.goto('/')
  await pageReady(page)
  await page.waitForLoadState('networkidle')
  assert.equal(await page.getByRole('combobox').count(), 0, 'the form loads when it comes into view')
  const without = await weight()
  await page.evaluate(() => window.showSection[0]())
  await page.getByRole('combobox', { name: 'Country code' }).waitFor()
  await page.waitForLoadState('networkidle')
  const { js } = await weight()
  await context.close()
  return js - without.js
}

test('the front page and quote form stay within their limits', async (t) => {
  const form = await weighForm()

  // At 1280 pixels without scrolling: the form is in view, and the next sections may be close enough to load.
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
    `without scrolling: script ${all.js} (${first} and the quote form ${form}), style ${all.css}, fonts ${all.woff2}, and measuring ${all.measuring} bytes`,
  )
  assert.ok(first <= 125_000, `${first} bytes of script`)
  assert.ok(all.css <= 14_500, `${all.css} bytes of style`)
  // Components contain their class names, so bytes may move from the style sheet to the script, but not grow.
  assert.ok(all.js + all.css <= 182_000, `${all.js + all.css} bytes of script and style`)
  assert.ok(all.woff2 <= 55_000, `${all.woff2} bytes of fonts`)
  assert.ok(all.measuring > 1_000 && all.measuring <= 6_000, `${all.measuring} bytes of measuring scripts`)
  assert.ok(form > 5_000 && form <= 45_000, `${form} bytes of the quote form`)
})

/** A name that occurs in the code of the query cache. */
const CACHE = 'isPlaceholderData'

/** The scripts of a page that contain a text. */
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

test('visitors never load the query cache', async () => {
  const visitor = await openPerson(browser, server.url)
  for (const address of ['/', '/services', '/services/essay-writing', '/terms-of-use', '/user/signup']) {
    await visitor.page.goto(address)
    await pageReady(visitor.page)
    await visitor.page.waitForLoadState('networkidle')
    assert.deepEqual(await scriptsWith(visitor.page, CACHE), [], address)
  }
  const person = await openNewcomer(browser, server, 'Wim Quist')
  await person.page.goto('/services')
  await person.page.getByRole('button', { name: /^Notices/ }).waitFor()
  assert.notDeepEqual(await scriptsWith(person.page, CACHE), [])
  await person.context.close()
  await visitor.context.close()
})
