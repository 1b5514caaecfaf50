// Virus scanning: malware is refused, a file waits while the scanner is away, and malware that is found later is locked.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertLayout, eventually } from './browser.mjs'
import { MALWARE, prepareClamd } from './clamd.mjs'
import { close, download, item, main, openNewAssignment, submitAssignment } from './desk.mjs'
import { openConsole } from './operator.mjs'
import { openNewcomer } from './sample.mjs'
import { makePdf, word } from './sample-files.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'

const CHECKING = 'This file is being checked for viruses. It opens as soon as it is found clean.'
const INFECTED = 'This file contains malware, so nobody can open it.'

const clamd = await prepareClamd()
let student
let admin

openStage({ env: { DESKMATE_CLAMD: `unix:${clamd.socket}` } }, async () => {
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  student = await openNewcomer(browser, server, 'Robin Vale')
})
after(() => clamd.close())

const pdf = (name, text) => ({ name, mimeType: 'application/pdf', buffer: makePdf(text) })
const infected = { name: 'Brief.txt', mimeType: 'text/plain', buffer: Buffer.from(MALWARE) }

const scanNow = async () => {
  const asOperator = await openConsole(server)
  await asOperator('POST', '/crons/scanFiles')
}

/** Opens the page of an assignment from the student's dashboard. */
async function openAssignment(page, title) {
  await page.goto('/dashboard')
  await item(page, title).getByRole('link').click()
  await page.waitForURL('**/assignments/*')
}

test('malware is refused in plain words, and the input stays', async () => {
  await clamd.start()
  const { page } = student
  await page.goto('/dashboard')
  const modal = await openNewAssignment(page)
  await modal.getByLabel('Title').fill('Tides')
  await modal.getByLabel('Description').fill('Two thousand words, three sources.')
  await modal.getByLabel('Subject').fill('Oceanography')
  await modal.getByLabel('Due date').fill('2031-12-01T21:00')
  await modal.getByLabel(/^File/).setInputFiles(infected)
  await modal.getByRole('button', { name: 'Create Assignment' }).click()
  await modal.getByText('Brief.txt contains malware and was not accepted').first().waitFor()
  assert.equal(await modal.getByLabel('Description').inputValue(), 'Two thousand words, three sources.')
  await assertLayout(page, 'the form with a refused file')
  await page.setViewportSize({ width: 1280, height: 800 })
  await modal.getByRole('button', { name: 'Remove Brief.txt' }).click()
  await modal.getByLabel(/^File/).setInputFiles(word('Brief.docx', 'On the tides'))
  await modal.getByRole('button', { name: 'Create Assignment' }).click()
  await page.getByText('Assignment created').last().waitFor()
  await openAssignment(page, 'Tides')
  await download(page, () => page.getByRole('button', { name: 'Download Brief.docx' }).click())
})

test('a file waits for the scanner, then opens', async () => {
  await clamd.stop()
  const { page } = student
  await page.goto('/dashboard')
  await submitAssignment(page, { title: 'Currents', file: pdf('Currents.pdf', 'On currents') })
  await openAssignment(page, 'Currents')
  await main(page).getByText(CHECKING).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Download Currents.pdf' }).count(), 0)
  await assertLayout(page, 'an assignment whose file is being checked')

  await clamd.start()
  await scanNow()
  await page.getByRole('button', { name: 'Download Currents.pdf' }).waitFor()
  await eventually(page, () => main(page).getByText(CHECKING).count(), 0)
  await download(page, () => page.getByRole('button', { name: 'Download Currents.pdf' }).click())
})

test('malware found later is locked, and both sides are told', async () => {
  await clamd.stop()
  const { page } = student
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/dashboard')
  await submitAssignment(page, { title: 'Waves', file: infected })
  await openAssignment(page, 'Waves')
  await main(page).getByText(CHECKING).waitFor()
  await clamd.start()
  await scanNow()
  await main(page).getByText(INFECTED).waitFor()
  await assertLayout(page, 'an assignment whose file is locked')
  await page.goto('/notices')
  await main(page).getByText('Malware in one of your files: Waves').waitFor()

  await admin.page.goto('/notices')
  await main(admin.page).getByText('Malware found in a file: Waves').click()
  await main(admin.page).getByText(INFECTED).waitFor()
  assert.deepEqual(admin.faults, [])
  await close(student, admin)
})
