// What pages say of themselves: before any script runs, and as one moves between them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFits, eventually, openPerson, pageReady } from './browser.mjs'
import { changeSite } from './operator.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage({}, async () => {
  await changeSite(server, { name: 'Night Owl & "Daughters"' })
})

const NAME = 'Night Owl & "Daughters"'

/** What a page says of itself, or would if it were this text. */
const headOf = (page, text = null) =>
  page.evaluate((text) => {
    const { head, title } = text === null ? document : new DOMParser().parseFromString(text, 'text/html')
    const read = (tag, attribute) => head.querySelector(tag)?.getAttribute(attribute) ?? null
    return {
      title,
      description: read('meta[name="description"]', 'content'),
      canonical: read('link[rel="canonical"]', 'href'),
      robots: read('meta[name="robots"]', 'content'),
    }
  }, text)

/** The head of an address as the server sends it, which no script has touched. */
async function servedHead(page, address) {
  const response = await page.request.get(address)
  return { status: response.status(), ...(await headOf(page, await response.text())) }
}

test('the interface says of each page what the server said of it', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  for (const [address, status] of [
    ['/', 200],
    ['/services', 200],
    ['/services/essay-writing', 200],
    ['/services/turnitin', 200],
    ['/services/nobody-wrote-it', 200],
    ['/terms-of-use', 200],
    ['/privacy-policy', 200],
    ['/login', 200],
    ['/admin/signup', 200],
    ['/no-such-page', 404],
  ]) {
    const { status: answered, ...served } = await servedHead(page, address)
    assert.equal(answered, status, address)
    assert.ok(served.title.endsWith(` · ${NAME}`), served.title)
    await page.goto(address)
    await pageReady(page)
    await eventually(page, () => headOf(page), served, address)
  }
  assert.deepEqual(faults, [], 'the data for machines breaks no content policy')
  await context.close()
})

/** Waits until the head is as the server sends it at an address: what only machines read may come later than the title. */
async function becomes(page, address) {
  const { status: _, ...served } = await servedHead(page, address)
  await eventually(page, () => headOf(page), served, address)
}

test('the head follows as one moves, and comes back', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  const titled = (title) => page.waitForFunction((title) => document.title === title, `${title} · ${NAME}`)
  await page.goto('/no-such-page')
  await titled('Page not found')
  await becomes(page, '/no-such-page')

  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await titled('Academic writing help, quoted up front')
  await becomes(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await titled('Privacy Policy')
  await becomes(page, '/privacy-policy')
  await page.getByRole('button', { name: 'Services' }).click()
  await page.getByRole('menuitem', { name: 'Lab reports' }).click()
  await titled('Lab reports: Academic Writing Services')
  await becomes(page, '/services/lab-report-writing')

  await page.goBack()
  await titled('Privacy Policy')
  await page.goBack()
  await page.goBack()
  await titled('Page not found')
  await becomes(page, '/no-such-page')
  assert.deepEqual(faults, [])
  await context.close()
})

test('what is shared of a page, and its data for search engines, stand on no other one', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  const told = () =>
    page.evaluate(() =>
      ['meta[property^="og:"]', 'meta[name^="twitter:"]', 'script[type="application/ld+json"]'].map(
        (tag) => document.head.querySelectorAll(tag).length > 0,
      ),
    )
  await page.goto('/terms-of-use')
  await eventually(page, told, [true, true, true], 'as it is loaded')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await eventually(page, told, [false, false, false], 'on another page')
  await page.goBack()
  await eventually(page, told, [true, true, true], 'where one comes back')
  assert.deepEqual(faults, [])
  await context.close()
})

test('the questions are answered in the same words on the page and for machines', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  await page.goto('/#faq-section')
  const questions = page.locator('#faq-section details')
  await questions.first().waitFor()
  const read = await questions.evaluateAll((all) =>
    all.map((question) => [
      question.querySelector('summary').textContent,
      question.querySelector('p').textContent,
    ]),
  )
  const told = await page.evaluate(() => {
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]').textContent)
    const { mainEntity } = data['@graph'].find((node) => node['@type'] === 'FAQPage')
    return mainEntity.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])
  })
  assert.equal(read.length, 8)
  assert.deepEqual(read, told)
  assert.deepEqual(faults, [])
  await context.close()
})

test('the site is called what its operator calls it, from the first paint', async () => {
  const { page, context } = await openPerson(browser, server.url, { width: 320 })
  await page.goto('/#features-section')
  await page.getByRole('banner').getByRole('link', { name: NAME }).waitFor()
  await page.getByText(`© 2024 ${NAME}. All rights reserved.`).waitFor()
  await page.getByText(`${NAME} connects people`).waitFor()
  assert.equal(await page.getByText('Deskmate').count(), 0)
  await assertFits(page, 'the front page under a long name')
  await context.close()
})

test('every icon that pages and manifest name is there in its size', async () => {
  const { page, context } = await openPerson(browser, server.url)
  await page.goto('/')
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  assert.equal(manifest.name, NAME)
  const icons = [
    ...manifest.icons.map(({ src, sizes }) => [src, sizes]),
    [await page.locator('link[rel="apple-touch-icon"]').getAttribute('href'), '180x180'],
    [await page.locator('link[rel="icon"]').getAttribute('href'), 'any'],
  ]
  for (const [src, sizes] of icons) {
    const size = await page.evaluate(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') assert.equal(size, sizes, src)
  }
  await context.close()
})
