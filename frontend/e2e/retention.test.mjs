// The files of an order half a year after its acceptance: announced, deleted, and what remains of them.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { assertLayout } from './browser.mjs'
import { close, download, main, region } from './desk.mjs'
import { openMailbox } from './mailbox.mjs'
import { openConsole } from './operator.mjs'
import { call, openNewcomer, submitAs } from './sample.mjs'
import { makePdf, word } from './sample-files.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'
import { acceptAs, deliverAs, inDays, openTutor } from './work.mjs'

/** How long files are kept, and how long before their deletion people are told, in days. */
const KEPT_DAYS = 180
const NOTICE_DAYS = 14

const TITLE = 'On the tides'
const essay = word('Essay.docx', 'The moon pulls the sea twice a day.')
const brief = { name: 'Brief.pdf', mimeType: 'application/pdf', buffer: makePdf('On the tides') }
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

let mailbox
let admin
let student
let tutor
let asOperator
let order

openStage({}, async () => {
  // Before there is a mail server: later, admins confirm their address first.
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  mailbox = await openMailbox(server)
  student = await openNewcomer(browser, server, 'Yara Quillfeather')
  tutor = await openTutor(browser, server, admin, 'Otto Penhale')
  asOperator = await openConsole(server)
  order = await submitWithBrief()
  await call(server, admin.token, 'PATCH', `/assignments/${order}`, { tutor: tutor.user._id })
  await call(server, tutor.token, 'POST', `/assignments/${order}/start`)
  await deliverAs(server, tutor, order, [essay])
  await acceptAs(server, student, order)
})

after(() => mailbox?.close())

async function submitWithBrief() {
  const form = new FormData()
  const values = {
    title: TITLE,
    description: 'Two thousand words.',
    subject: 'Oceans',
    dueDate: '2031-12-01T10:00',
  }
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  form.append('file', new Blob([brief.buffer]), brief.name)
  const response = await fetch(`${server.url}/api/assignments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${student.token}` },
    body: form,
  })
  assert.equal(response.status, 201)
  return (await response.json())._id
}

/** Sets a time of the order, as if it had been then. */
const setTime = (field, days) =>
  asOperator('PATCH', `/collections/assignments/records/${order}`, { [field]: inDays(days) })

/** Makes the server believe that it has run for ten days: nothing is deleted in the first three after a stop. */
const haveRunForLong = () =>
  asOperator('PATCH', '/collections/uptime/records/sincelaststop00', { runsSince: inDays(-10) })

/** Runs the command beside the server. An email of the server's own then makes it send those that the command wrote. */
async function retain() {
  await server.run('retention', 'run')
  await submitAs(server, student, 'Another assignment')
}

const delivered = (page) => region(page, 'Delivered work')

test('the files of an order are deleted after a notice', async (t) => {
  const [reader, writer] = [student.page, tutor.page]
  for (const page of [reader, writer]) await page.goto(`/assignments/${order}`)
  await delivered(reader).getByRole('link', { name: 'Receipt of version 1' }).waitFor()
  const receipt = await delivered(reader)
    .getByRole('link', { name: 'Receipt of version 1' })
    .getAttribute('href')

  await t.test('both sides are told the day fourteen days before', async () => {
    await setTime('acceptedAt', NOTICE_DAYS - KEPT_DAYS - 0.1)
    await retain()
    const { purgeAt } = await asOperator('GET', `/collections/assignments/records/${order}`)
    const days = (new Date(purgeAt) - Date.now()) / 86_400_000
    assert.ok(days > NOTICE_DAYS - 0.1 && days <= NOTICE_DAYS, `deleted in ${days} days`)
    const day = new Date(purgeAt)
    const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(day)
    const date = `${day.getUTCDate()} ${month} ${day.getUTCFullYear()}`
    const mails = await Promise.all(
      [student, tutor].map(({ user }) => mailbox.take(user.email, `Your files will be deleted on ${date}: `)),
    )
    for (const { text } of mails) assert.match(text, /Download what you still need before then\./)
    await reader.goto('/notices')
    await reader.getByRole('link', { name: new RegExp(`Your files will be deleted on ${date}`) }).click()
    await reader.waitForURL(`**/assignments/${order}`)
    const saved = await download(reader, () =>
      delivered(reader)
        .getByRole('button', { name: /^Download Essay\.docx/ })
        .click(),
    )
    assert.equal(saved.suggestedFilename(), 'Essay.docx')
    const { stdout } = await server.run('retention', 'run', '--dry-run')
    assert.match(stdout, /^Nothing is due\.$/m)
  })

  await t.test('they are deleted, and an open page says so', async () => {
    const before = await call(server, tutor.token, 'GET', `/assignments/${order}/deliveries`)
    await writer.route('**/deliveries', (route) => route.fulfill({ json: before }))
    await setTime('purgeAt', -0.001)
    await haveRunForLong()
    await retain()
    for (const { user } of [student, tutor]) await mailbox.take(user.email, 'Your files were deleted: ')
    await delivered(writer)
      .getByRole('button', { name: /^Download Essay\.docx/ })
      .click()
    await writer.getByText('Failed to download file').waitFor()
    const file = `/assignments/${order}/deliveries/1/files/${before[0].files[0]._id}/link`
    await assert.rejects(call(server, tutor.token, 'POST', file), /404 .*File not found/)
    await writer.unroute('**/deliveries')
  })

  await t.test('both sides read what was deleted, and when', async () => {
    for (const page of [reader, writer]) {
      await page.reload()
      const files = delivered(page).getByRole('list', { name: 'Files of version 1' }).getByRole('listitem')
      await files
        .filter({ hasText: 'Essay.docx' })
        .getByText(/^Deleted on/)
        .waitFor()
      const text = await files.innerText()
      for (const part of ['Essay.docx', sha256(essay.buffer).slice(0, 12)])
        assert.ok(text.includes(part), text)
      assert.match(text, /\b\d+(\.\d+)? (B|bytes|kB|KB)\b/)
      await region(page, 'Brief')
        .getByText(/^Deleted on/)
        .waitFor()
      assert.equal(
        await main(page)
          .getByRole('button', { name: /^Download/ })
          .count(),
        0,
      )
      await main(page).getByText('Files deleted').waitFor()
      await assertLayout(page, 'an order without its files')
    }
  })

  await t.test('its receipt still proves what was delivered', async () => {
    await reader.goto(receipt)
    await reader.getByText(sha256(essay.buffer)).first().waitFor()
    await reader.getByLabel(/^File to check/).setInputFiles(essay)
    await reader.getByText('This is Essay.docx exactly as delivered.').waitFor()
    await reader.getByLabel(/^File to check/).setInputFiles(word('Essay.docx', 'Another text.'))
    await reader.getByText('This file is not part of this receipt.').waitFor()
  })
})

test('no browser reported an error', () => close(admin, student, tutor))
