// Policies and one assignment on paper: the words alone, black on white, from either colour mode.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from './browser.mjs'
import { call, openSamplePerson } from './sample.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage({ sample: true })

/** Every colour of text and of paper that is printed. */
const inks = (page) =>
  page.evaluate(() => {
    const seen = { text: new Set(), paper: new Set() }
    for (const element of document.querySelectorAll('html, body, main, main *')) {
      if (!element.checkVisibility()) continue
      const { color, backgroundColor } = getComputedStyle(element)
      seen.text.add(color)
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') seen.paper.add(backgroundColor)
    }
    return { text: [...seen.text], paper: [...seen.paper] }
  })

/** How many A4 pages the browser prints. */
async function pagesOf(page) {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g).length
}

async function assertWellPrinted(page, mostPages) {
  await page.emulateMedia({ media: 'print' })
  for (const role of ['banner', 'contentinfo', 'navigation', 'button'])
    assert.equal(await page.getByRole(role).count(), 0, `${role} is printed`)
  const { text, paper } = await inks(page)
  assert.deepEqual(paper, ['rgb(255, 255, 255)'])
  assert.deepEqual(
    text.filter((ink) => !['rgb(0, 0, 0)', 'rgb(51, 51, 51)'].includes(ink)),
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
    test(`${address} is printed as a document, ${theme}`, async () => {
      const { page, context, faults } = await openPerson(browser, server.url, { theme })
      await page.goto(address)
      await page.locator('section h2').first().waitFor()
      assert.ok(!(await page.getByText(/Printed .* from http/).isVisible()), 'the note is for paper alone')
      const { policy, name } = await call(server, '', 'GET', '/site')
      const text = await assertWellPrinted(page, mostPages)
      assert.ok(text.includes(`${name}, ${title}, version ${policy.version}. Printed `))
      assert.ok(text.includes(`from ${server.url}${address}`))
      assert.match(text, /Printed .*\b20\d\d\b/)
      assert.ok(!text.includes('On this page'))
      assert.deepEqual(faults, [])
      await context.close()
    })

  test(`one assignment is printed with its brief, details and feedback, ${theme}`, async () => {
    const { page, context, token, faults } = await openSamplePerson(browser, server, 'robin')
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const [graded] = await call(server, token, 'GET', '/assignments?status=graded')
    await page.goto(`/assignments/${graded._id}`)
    await page.getByText('Handed in').waitFor()
    const text = await assertWellPrinted(page, 2)
    for (const words of [graded.title, graded.description.split('\n')[0], graded.feedback, graded.fileName])
      assert.ok(text.includes(words), words)
    assert.ok(text.includes(`Assignment ${graded._id}. Printed `))
    assert.ok(text.includes(`from ${server.url}/assignments/${graded._id}`))
    assert.ok(!text.includes('Next steps'))
    assert.ok(!text.includes('How was the work?'))
    assert.doesNotMatch(text, /\bago\b/)
    assert.deepEqual(faults, [])
    await context.close()
  })
}

test('on paper a link that leads elsewhere tells its address, one within the site does not', async () => {
  const { page, context } = await openPerson(browser, server.url)
  await page.goto('/terms-of-use')
  await page.locator('section h2').first().waitFor()
  const told = (selector) =>
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
  assert.equal(await told('a[href^="https"]'), 'none')
  await page.emulateMedia({ media: 'print' })
  assert.equal(await told('a[href^="https"]'), '" (https://law.example/act)"')
  assert.equal(await told('main section a[href="/fair-use-policy"]'), 'none')
  await context.close()
})
