// Titles and metadata of pages, as the server sends them and after navigation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFits, eventually, openPerson, pageReady } from './browser.mjs'
import { changeSite } from './operator.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage({}, async () => {
  await changeSite(server, { name: 'Night Owl & "Daughters"' })
})

const NAME = 'Night Owl & "Daughters"'

/** The title and metadata of a page, or of this HTML. */
const headOf = (page, html = null) =>
  page.evaluate((html) => {
    const { head, title } = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
    const read = (tag, attribute) => head.querySelector(tag)?.getAttribute(attribute) ?? null
    return {
      title,
      description: read('meta[name="description"]', 'content'),
      canonical: read('link[rel="canonical"]', 'href'),
      robots: read('meta[name="robots"]', 'content'),
    }
  }, html)

/** The head as the server sends it. */
async function servedHead(page, address) {
  const response = await page.request.get(address)
  return { status: response.status(), ...(await headOf(page, await response.text())) }
}

test('the interface and the server set the same metadata', async () => {
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
    const { status: actual, ...served } = await servedHead(page, address)
    assert.equal(actual, status, address)
    assert.ok(served.title.endsWith(` · ${NAME}`), served.title)
    await page.goto(address)
    await pageReady(page)
    await eventually(page, () => headOf(page), served, address)
  }
  assert.deepEqual(faults, [], 'structured data violates no content policy')
  await context.close()
})

/** Waits until the head is the same as the server sends it. Metadata may follow the title. */
async function headIsServed(page, address) {
  const { status: _, ...served } = await servedHead(page, address)
  await eventually(page, () => headOf(page), served, address)
}

test('navigation updates the head, and Back restores it', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  const titleIs = (title) => page.waitForFunction((title) => document.title === title, `${title} · ${NAME}`)
  await page.goto('/no-such-page')
  await titleIs('Page not found')
  await headIsServed(page, '/no-such-page')

  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await titleIs('Academic writing help, quoted up front')
  await headIsServed(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await titleIs('Privacy Policy')
  await headIsServed(page, '/privacy-policy')
  await page.getByRole('button', { name: 'Services' }).click()
  await page.getByRole('menuitem', { name: 'Lab reports' }).click()
  await titleIs('Lab reports: Academic Writing Services')
  await headIsServed(page, '/services/lab-report-writing')

  await page.goBack()
  await titleIs('Privacy Policy')
  await page.goBack()
  await page.goBack()
  await titleIs('Page not found')
  await headIsServed(page, '/no-such-page')
  assert.deepEqual(faults, [])
  await context.close()
})

test('previews and structured data appear only on their own page', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  const metadata = () =>
    page.evaluate(() =>
      ['meta[property^="og:"]', 'meta[name^="twitter:"]', 'script[type="application/ld+json"]'].map(
        (tag) => document.head.querySelectorAll(tag).length > 0,
      ),
    )
  await page.goto('/terms-of-use')
  await eventually(page, metadata, [true, true, true], 'on the first page')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await eventually(page, metadata, [false, false, false], 'on another page')
  await page.goBack()
  await eventually(page, metadata, [true, true, true], 'after Back')
  assert.deepEqual(faults, [])
  await context.close()
})

test('the FAQ reads the same in its structured data', async () => {
  const { page, context, faults } = await openPerson(browser, server.url)
  await page.goto('/#faq-section')
  const questions = page.locator('#faq-section details')
  await questions.first().waitFor()
  const visible = await questions.evaluateAll((all) =>
    all.map((question) => [
      question.querySelector('summary').textContent,
      question.querySelector('p').textContent,
    ]),
  )
  const structured = await page.evaluate(() => {
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]').textContent)
    const { mainEntity } = data['@graph'].find((node) => node['@type'] === 'FAQPage')
    return mainEntity.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])
  })
  assert.equal(visible.length, 8)
  assert.deepEqual(visible, structured)
  assert.deepEqual(faults, [])
  await context.close()
})

test('pages show the name that the operator gave the site', async () => {
  const { page, context } = await openPerson(browser, server.url, { width: 320 })
  await page.goto('/#features-section')
  await page.getByRole('banner').getByRole('link', { name: NAME }).waitFor()
  await page.getByText(`© 2024 ${NAME}. All rights reserved.`).waitFor()
  await page.getByText(`${NAME} connects people`).waitFor()
  assert.equal(await page.getByText('Deskmate').count(), 0)
  await assertFits(page, 'the front page with a long name')
  await context.close()
})

test('every icon of pages and manifest has the stated size', async () => {
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
