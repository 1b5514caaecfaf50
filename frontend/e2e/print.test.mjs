// Policies and assignments print as plain black text on white, in both themes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from './browser.mjs'
import { call, openSamplePerson } from './sample.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage({ sample: true })

/** Every text colour and background colour that is printed. */
const coloursOf = (page) =>
  page.evaluate(() => {
    const colours = { text: new Set(), background: new Set() }
    for (const element of document.querySelectorAll('html, body, main, main *')) {
      if (!element.checkVisibility()) continue
      const { color, backgroundColor } = getComputedStyle(element)
      colours.text.add(color)
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') colours.background.add(backgroundColor)
    }
    return { text: [...colours.text], background: [...colours.background] }
  })

/** How many A4 pages the browser prints. */
async function pagesOf(page) {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g).length
}

async function assertPrintsWell(page, mostPages) {
  await page.emulateMedia({ media: 'print' })
  for (const role of ['banner', 'contentinfo', 'navigation', 'button'])
    assert.equal(await page.getByRole(role).count(), 0, `${role} is printed`)
  const { text, background } = await coloursOf(page)
  assert.deepEqual(background, ['rgb(255, 255, 255)'])
  assert.deepEqual(
    text.filter((colour) => !['rgb(0, 0, 0)', 'rgb(51, 51, 51)'].includes(colour)),
    [],
  )
  const pages = await pagesOf(page)
  assert.ok(pages <= mostPages, `${pages} pages`)
  return page.evaluate(() => document.body.innerText)
}

for (const theme of ['light', 'dark']) {
  for (const [address, title, mostPages] of [
    ['/terms-of-use', 'Terms of Use', 3],
    ['/privacy-policy', 'Privacy Policy', 3],
    ['/revision-refund-policy', 'Revision and Refund Policy', 3],
    ['/fair-use-policy', 'Fair Use Policy', 3],
  ])
    test(`${address} prints as a document (${theme})`, async () => {
      const { page, context, faults } = await openPerson(browser, server.url, { theme })
      await page.goto(address)
      await page.locator('section h2').first().waitFor()
      assert.ok(!(await page.getByText(/Printed .* from http/).isVisible()), 'the note appears only in print')
      const { policy, name } = await call(server, '', 'GET', '/site')
      const text = await assertPrintsWell(page, mostPages)
      assert.ok(text.includes(`${name}, ${title}, version ${policy.version}. Printed `))
      assert.ok(text.includes(`from ${server.url}${address}`))
      assert.match(text, /Printed .*\b20\d\d\b/)
      assert.ok(!text.includes('On this page'))
      assert.deepEqual(faults, [])
      await context.close()
    })

  test(`an assignment prints with its brief, details and feedback (${theme})`, async () => {
    const { page, context, token, faults } = await openSamplePerson(browser, server, 'robin')
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), theme)
    const [graded] = await call(server, token, 'GET', '/assignments?status=graded')
    await page.goto(`/assignments/${graded._id}`)
    await page.getByText('Handed in').waitFor()
    const text = await assertPrintsWell(page, 2)
    for (const words of [graded.title, graded.description.split('\n')[0], graded.feedback, graded.fileName])
      assert.ok(text.includes(words), words)
    assert.ok(text.includes(`Assignment ${graded.reference}. Printed `))
    assert.ok(text.includes(`from ${server.url}/assignments/${graded._id}`))
    assert.ok(!text.includes('Next steps'))
    assert.ok(!text.includes('How was the work?'))
    assert.doesNotMatch(text, /\bago\b/)
    assert.deepEqual(faults, [])
    await context.close()
  })
}

test('print shows the addresses of links to other sites only', async () => {
  const { page, context } = await openPerson(browser, server.url)
  await page.goto('/terms-of-use')
  await page.locator('section h2').first().waitFor()
  const addressAfter = (selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((link) => getComputedStyle(link, '::after').content)
  await page
    .locator('main section p')
    .first()
    .evaluate((paragraph) => {
      const link = document.createElement('a')
      Object.assign(link, { href: 'https://law.example/act', textContent: 'the act' })
      paragraph.append(link)
    })
  assert.equal(await addressAfter('a[href^="https"]'), 'none')
  await page.emulateMedia({ media: 'print' })
  assert.equal(await addressAfter('a[href^="https"]'), '" (https://law.example/act)"')
  assert.equal(await addressAfter('main section a[href="/fair-use-policy"]'), 'none')
  await context.close()
})
