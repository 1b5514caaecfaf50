// The main journey: hand in work, grade it, read the grade, download the file.
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { eventually, openPerson } from './browser.mjs'
import { chooseFromMenu, download, item, registerAdmin, signUp, submitAssignment } from './desk.mjs'
import { openNewcomer } from './sample.mjs'
import { makeDocx, makePdf } from './sample-files.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'

let student
let admin

openStage({}, async () => {
  student = await openPerson(browser, server.url)
  admin = await openPerson(browser, server.url)
})

const pdf = { name: 'Tides – draft.pdf', mimeType: 'application/pdf', buffer: makePdf('On the tides') }
const docx = {
  name: 'heat.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: makeDocx('On urban heat'),
}

const fetchFile = async (address) => {
  const response = await fetch(new URL(address, server.url))
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a student signs up and hands in two files', async () => {
  await signUp(student.page, 'Robin Vale', 'robin@example.com')
  await student.page.getByText('No assignments yet').waitFor()
  await submitAssignment(student.page, { title: 'The tides as evidence', file: pdf })
  await submitAssignment(student.page, { title: 'Urban heat', file: docx })
  const { page } = student
  const totals = page.getByRole('region', { name: 'Totals' })
  await eventually(page, async () => (await totals.innerText()).split(/\s*\n\s*/), [
    'Total',
    '2',
    'Completed',
    '0',
    'Pending',
    '2',
    'Upcoming Deadlines',
    '2',
  ])
})

test('registering as an admin needs the right key', async () => {
  await registerAdmin(admin.page, 'Ada Quill', 'ada@example.com', 'a-wrong-key')
  await admin.page.getByRole('alert').getByText('Invalid admin key').waitFor()
  assert.equal(new URL(admin.page.url()).pathname, '/admin/signup')

  await registerAdmin(admin.page, 'Ada Quill', 'ada@example.com', ADMIN_KEY)
  await admin.page.waitForURL('**/admin/dashboard')
  await admin.page.getByText('Welcome to the admin dashboard!').waitFor()
})

test('the admin downloads the file and grades the work', async () => {
  const { page } = admin
  await page.getByLabel('Search').fill('tides')
  await page.getByLabel('Search').press('Enter')
  await page.waitForURL('**/admin/dashboard?search=tides')
  await page.getByText('1 to 1 of 1').waitFor()

  const clickDownload = () =>
    page.getByRole('button', { name: 'Download the file of The tides as evidence' }).click()
  const saved = await download(page, clickDownload)
  const bytes = await readFile(await saved.path())
  assert.ok(bytes.equals(pdf.buffer), 'the admin gets the bytes that were sent')

  await page.getByRole('button', { name: 'Update The tides as evidence' }).click()
  const modal = page.getByRole('dialog', { name: 'Update Assignment' })
  await modal.getByLabel('Status').selectOption('Graded')
  await modal.getByLabel(/^Grade/).fill('A−')
  await modal.getByLabel(/^Feedback/).fill('A clear line of argument.\nLook again at the second part.')
  await modal.getByRole('button', { name: 'Update Assignment' }).click()
  await page.getByText('Assignment updated successfully').last().waitFor()
  await page
    .getByRole('row', { name: /The tides as evidence/ })
    .getByText('Graded')
    .waitFor()
})

test('the student reads the grade and the feedback', async () => {
  const { page } = student
  await page.reload()
  const gradedItem = item(page, 'The tides as evidence')
  await gradedItem.getByText('A−').waitFor()
  await gradedItem.getByText('A clear line of argument.').waitFor()
  await gradedItem.getByText('Graded').waitFor()
  await item(page, 'Urban heat').getByText('Submitted').waitFor()
})

for (const [title, sent] of [
  ['The tides as evidence', pdf],
  ['Urban heat', docx],
]) {
  test(`the student downloads ${sent.name} unchanged, with its name`, async () => {
    const { page } = student
    const saved = await download(page, () => chooseFromMenu(page, title, 'Download'))
    const bytes = await readFile(await saved.path())
    assert.ok(bytes.equals(sent.buffer))
    assert.equal(saved.suggestedFilename(), sent.name)
    assert.ok((await fetchFile(saved.url())).bytes.equals(sent.buffer))
  })
}

test('other students and visitors cannot reach the assignment', async () => {
  const own = await student.page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` }
    const [first] = await (await fetch('/api/assignments', { headers })).json()
    return first
  })
  const { token, context } = await openNewcomer(browser, server, 'Kit Marlow')
  await context.close()
  const unsigned = new URL(own.fileUrl, server.url)
  unsigned.search = ''
  const requests = [
    ['GET', `/api/assignments/${own._id}`],
    ['POST', `/api/assignments/${own._id}/link`],
    ['DELETE', `/api/assignments/${own._id}`],
    ['PATCH', `/api/assignments/${own._id}`],
    ['GET', '/api/assignments/all'],
    ['GET', unsigned.pathname],
  ]
  for (const [method, path] of requests) {
    for (const headers of [{}, { Authorization: `Bearer ${token}` }]) {
      const { status } = await fetch(new URL(path, server.url), { method, headers })
      assert.ok([401, 403, 404].includes(status), `${method} ${path} with ${Object.keys(headers)}: ${status}`)
    }
  }
})

test('deleting an assignment asks first, and deletes its file', async () => {
  const { page } = student
  const saved = await download(page, () => chooseFromMenu(page, 'Urban heat', 'Download'))
  const address = saved.url()

  await chooseFromMenu(page, 'Urban heat', 'Delete')
  const question = page.getByRole('alertdialog')
  await question.getByText('Are you sure you want to delete this assignment?').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await item(page, 'Urban heat').waitFor()

  await chooseFromMenu(page, 'Urban heat', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Assignment deleted successfully').waitFor()
  await item(page, 'Urban heat').waitFor({ state: 'detached' })
  await item(page, 'The tides as evidence').waitFor()
  assert.ok([403, 404].includes((await fetchFile(address)).status))
})

test('neither browser reported an error', () => {
  assert.deepEqual([student.faults, admin.faults], [[], []])
})
