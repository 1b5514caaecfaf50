// All mails, with sample data: as a mail program shows them, in both themes.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { assertAccessible, assertFits, CONTRAST, openPerson } from './browser.mjs'
import { browser, openStage, server } from './stage.mjs'

let dir

openStage({}, async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'deskmate-mails-'))
  await server.run('mail', 'preview', dir)
})
after(() => rm(dir, { recursive: true, force: true }))

test('each mail fits a phone and loads nothing', async () => {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.html')).toSorted()
  assert.ok(files.length >= 30, `there are ${files.length} mails`)
  const { page, context, faults } = await openPerson(browser, server.url)
  const requests = []
  page.on('request', (request) => requests.push(request.url()))
  for (const name of files) {
    const address = pathToFileURL(path.join(dir, name)).href
    await page.goto(address)
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      for (const width of [360, 700]) {
        await page.setViewportSize({ width, height: 800 })
        await assertFits(page, `${name} at ${width}`)
      }
      await assertAccessible(page, `${name}, ${colorScheme}`, colorScheme === 'dark' ? CONTRAST : undefined)
    }
    assert.deepEqual([...new Set(requests.splice(0))], [address], `${name} loads something`)
    const text = await readFile(path.join(dir, name.replace('.html', '.txt')), 'utf8')
    for (const link of await page.locator('a[href^="http"]').evaluateAll((links) => links.map((a) => a.href)))
      assert.ok(text.includes(link), `${link} of ${name} is missing in the text`)
  }
  assert.deepEqual(faults, [])
  await context.close()
})
