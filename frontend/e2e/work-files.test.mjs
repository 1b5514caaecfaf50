// The files of a delivery: lost connections, and receipts.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { assertContains, assertLayout, eventually, openPerson, pageReady, printedText } from './browser.mjs'
import { drop } from './desk.mjs'
import { call, openNewcomer, submitAs } from './sample.mjs'
import { makeDocx, makePdf } from './sample-files.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'
import { deliverAs, openToTutors, openTutor, takeAs } from './work.mjs'

const MB = 1024 * 1024

const LOST = 'The connection was lost. Your files and your note are still here. Nothing is delivered twice.'

let admin

openStage({}, async () => {
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
})

const main = (page) => page.getByRole('main')

const looksRight = (page, what) =>
  assertLayout(page, what, { widths: [320, 360, 1280], read: [320, 360, 1280] })

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Work that a new tutor has taken, with its student. */
async function openWork(title, studentName, tutorName) {
  const student = await openNewcomer(browser, server, studentName)
  const tutor = await openTutor(browser, server, admin, tutorName)
  const { _id } = await submitAs(server, student, title)
  await openToTutors(server, admin, _id)
  await takeAs(server, tutor, _id)
  return { student, tutor, id: _id }
}

const deliveriesOf = (id, { token }) => call(server, token, 'GET', `/assignments/${id}/deliveries`)

/** A text of exactly this many bytes, in lines that begin with a given word. */
function longText(word, bytes) {
  const line = `${word.padEnd(79, '.')}\n`
  return Buffer.alloc(bytes, line)
}

test('a large delivery survives a lost connection, and arrives once', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'deskmate-e2e-files-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const files = ['ebb', 'flow', 'slack'].map((name) => ({
    name: `${name}.txt`,
    path: path.join(folder, `${name}.txt`),
    bytes: longText(name, 20 * MB),
  }))
  for (const { path, bytes } of files) await writeFile(path, bytes)
  const note = 'Three parts, to be read in this order.'
  const { student, tutor, id } = await openWork('Sixty megabytes', 'Gwen Sorrel', 'Otis Bright')
  const { page } = tutor
  await page.goto(`/assignments/${id}`)
  const form = main(page).getByRole('region', { name: 'Deliver your work' })
  await form.getByLabel(/^Files/).setInputFiles(files.map(({ path }) => path))
  await form.getByLabel('Note to the student').fill(note)
  await form.getByText(/^These files have [\d,]+ words\.$/).waitFor()

  // A paused server takes what the system buffers, so that the upload stops in the middle.
  server.pause()
  await form.getByRole('button', { name: 'Deliver', exact: true }).click()
  const progress = form.getByRole('progressbar', { name: 'Upload progress' })
  await progress.waitFor()
  await eventually(page, () => progress.evaluate(({ value }) => value > 0), true)
  assert.ok((await progress.evaluate(({ value }) => value)) < 1, 'the upload has not ended')
  await server.kill()
  await form.getByText(LOST).first().waitFor()
  await server.start()
  assert.equal(await form.getByLabel('Note to the student').inputValue(), note)
  for (const { name } of files) await form.getByRole('button', { name: `Remove ${name}` }).waitFor()
  assert.deepEqual(await deliveriesOf(id, student), [])
  await looksRight(page, 'a delivery without an answer')

  await form.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Version 1 was delivered').waitFor()
  const deliveries = await deliveriesOf(id, student)
  assert.deepEqual(
    deliveries.map(({ version, note }) => ({ version, note })),
    [{ version: 1, note }],
  )
  assert.deepEqual(
    deliveries[0].files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
    files.map(({ name, bytes }) => ({ name, size: 20 * MB, sha256: sha256(bytes) })),
  )
  await student.context.close()
  await tutor.context.close()
})

test('a delivery whose answer is lost is not delivered again', async () => {
  const { student, tutor, id } = await openWork('Answer lost', 'Ines Calder', 'Remy Fulton')
  const { page } = tutor
  await page.goto(`/assignments/${id}`)
  const form = main(page).getByRole('region', { name: 'Deliver your work' })
  await form
    .getByLabel(/^Files/)
    .setInputFiles([{ name: 'Essay.pdf', mimeType: 'application/pdf', buffer: makePdf('On the tides') }])
  await form.getByLabel('Note to the student').fill('As agreed.')
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request }) =>
    request.method === 'POST'
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      : session.send('Fetch.continueResponse', { requestId }),
  )
  const urlPattern = '*/deliveries'
  await session.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] })
  // The page may hear of the delivery before it knows that the answer is lost.
  const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
  await form.getByRole('button', { name: 'Deliver', exact: true }).click()
  await lost
  await session.detach()

  await form.getByText('Version 1 has already been delivered').waitFor()
  assert.equal(await form.getByLabel('Note to the student').inputValue(), 'As agreed.')
  await form.getByRole('button', { name: 'Remove Essay.pdf' }).waitFor()
  await looksRight(page, 'a form that can no longer be sent')
  await form.getByRole('button', { name: 'Clear the form' }).click()
  await form.waitFor({ state: 'detached' })
  await main(page).getByRole('article', { name: 'Version 1' }).getByText('As agreed.').waitFor()
  assert.equal((await deliveriesOf(id, student)).length, 1)
  await student.context.close()
  await tutor.context.close()
})

test('a receipt detects a changed byte without sending the file', async () => {
  const { student, tutor, id } = await openWork('Proof of work', 'Nora Fennel', 'Paul Haddon')
  const right = { name: 'Essay, final version.docx', mimeType: '', buffer: makeDocx('On the tides.') }
  const others = ['Sources.txt', 'Appendix.txt'].map((name) => ({ name, buffer: longText(name, 1000) }))
  const { receipt } = await deliverAs(server, tutor, id, [right, ...others])
  const changed = { ...right, buffer: Buffer.from(right.buffer) }
  changed.buffer[changed.buffer.length >> 1] ^= 1
  const unknown = { name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Nothing of it.') }

  const visitor = await openPerson(browser, server.url)
  const { page } = visitor
  await page.goto(`/receipts/${receipt}`)
  await page.getByRole('heading', { level: 1, name: 'Receipt of delivery' }).waitFor()
  await pageReady(page)
  await looksRight(page, 'a receipt')
  const html = await page.content()
  for (const name of ['Fennel', 'Haddon', student.user.email, tutor.user.email])
    assert.ok(!html.includes(name), `the receipt names ${name}`)

  const requests = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const field = page.getByLabel(/^File to check/)
  const exact = page.getByText(`This is ${right.name} exactly as delivered.`)
  const foreign = page.getByText('This file is not part of this receipt.')
  const otherContent = page.getByText('its content is different: this is not the file that was delivered.')

  await field.setInputFiles(right)
  await exact.waitFor()
  await looksRight(page, 'a receipt with the right file')
  await field.setInputFiles(changed)
  await otherContent.waitFor()
  assertContains(await main(page).innerText(), [
    `Both files have ${right.buffer.length} bytes.`,
    sha256(changed.buffer),
  ])
  await looksRight(page, 'a receipt with a changed file')
  await drop(page, right)
  await exact.waitFor()
  await drop(page, changed)
  await otherContent.waitFor()
  await drop(page, { ...right, name: 'renamed.docx' })
  await exact.waitFor()
  await field.setInputFiles(unknown)
  await foreign.waitFor()
  assert.equal(await otherContent.count(), 0)
  assert.deepEqual(
    requests.filter((request) => !request.startsWith('GET /assets/')),
    [],
  )

  const { reference } = await call(server, student.token, 'GET', `/assignments/${id}`)
  assertContains(await printedText(page), [
    reference,
    receipt,
    ...[right, ...others].flatMap(({ name, buffer }) => [name, sha256(buffer)]),
  ])
  await page.goto('/receipts/7F3K2-M4XWT-9Q2PA-HJ6RB')
  await page.getByRole('heading', { level: 1, name: 'Receipt not found' }).waitFor()
  await looksRight(page, 'a code without a receipt')
  assert.deepEqual(visitor.faults, [])
  for (const { context } of [visitor, student, tutor]) await context.close()
})
