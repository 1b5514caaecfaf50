// A new version of the policies: its preview, two orders under different versions, and the public pages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLayout, openPerson } from './browser.mjs'
import { close, main, region } from './desk.mjs'
import { call, openNewcomer } from './sample.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'
import { makeDelivered, openTutor } from './work.mjs'

const FIRST = '2024-07-01'

let admin
let student
let tutor
let first

openStage({}, async () => {
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  student = await openNewcomer(browser, server, 'Yara Quillfeather')
  tutor = await openTutor(browser, server, admin, 'Otto Penhale')
  first = await makeDelivered(server, admin, student, tutor, 'OLDER')
})

test('a new version of the policies', async (t) => {
  const [desk, reader] = [admin.page, student.page]
  const entry = (page, version) => page.getByRole('article').filter({ hasText: `Version ${version}` })
  let announced
  let current
  let second

  await t.test('shows its changes before it is added', async () => {
    await desk.goto('/admin/dashboard/policies')
    await entry(desk, FIRST).getByText('In force').waitFor()
    await entry(desk, FIRST)
      .getByText(/ 1 open order$/)
      .waitFor()
    await desk.getByRole('button', { name: 'New version' }).click()
    const dialog = desk.getByRole('dialog', { name: 'New version of the policies' })
    const preview = dialog.getByRole('region', { name: `What changes from version ${FIRST}` })
    await preview.getByText(`Nothing yet: all numbers are those of version ${FIRST}.`).waitFor()
    await preview
      .getByText('This applies to new orders and quote requests only. The 1 open order keeps its version.')
      .waitFor()
    await dialog.getByLabel('Refund minimum business days').fill('12')
    await dialog.getByLabel('Minimum age').fill('12')
    await dialog.getByRole('button', { name: 'Add version' }).click()
    await dialog.getByText('Minimum age must be a whole number of at least 13').first().waitFor()
    await dialog.getByLabel('Refund minimum business days').fill('7')
    await dialog.getByLabel('Minimum age').fill('18')
    await dialog.getByLabel('Retention days', { exact: true }).fill('365')
    await preview.getByText('Retention days:').waitFor()
    await preview.getByRole('deletion').getByText('180', { exact: true }).waitFor()
    await preview.getByRole('insertion').getByText('365', { exact: true }).waitFor()
    await assertLayout(desk, 'the form of a new version')
    await dialog.getByRole('button', { name: 'Add version' }).click()
    const toast = desk.getByText(/^Version 20\d\d-\d\d-\d\d was added$/)
    announced = (await toast.textContent()).split(' ')[1]
    await entry(desk, announced).getByText('Takes effect later').waitFor()
    await entry(desk, FIRST).getByText('In force').waitFor()
    await assertLayout(desk, 'an announced version')
  })

  await t.test("takes effect, and the desk's open list shows it", async () => {
    const { policy } = await call(server, '', 'GET', '/site')
    const { version: _, ...numbers } = policy
    current = await call(server, admin.token, 'POST', '/policies', {
      ...numbers,
      effectiveFrom: new Date().toISOString(),
      revisionDays: 5,
      longRevisionDays: 5,
      refundRequestDays: 6,
      disputeHours: 48,
    })
    await entry(desk, current.version).getByText('In force').waitFor()
    await entry(desk, FIRST).getByText('Replaced').waitFor()
    second = await makeDelivered(server, admin, student, tutor, 'NEWER')
    await entry(desk, current.version)
      .getByText(/ 1 open order$/)
      .waitFor()
  })

  await t.test('gives each order the windows of its own version', async () => {
    for (const [order, version, [revision, refund, hours]] of [
      [first, FIRST, ['1 day', '2 days', '72']],
      [second, current.version, ['4 days', '5 days', '48']],
    ]) {
      await reader.goto(`/assignments/${order}`)
      await main(reader)
        .getByText(new RegExp(`^Open for ${revision} 23 hours`))
        .waitFor()
      await main(reader)
        .getByText(new RegExp(`^Open for ${refund} 23 hours`))
        .first()
        .waitFor()
      await reader.getByRole('link', { name: version }).waitFor()
      await main(reader).getByRole('button', { name: 'Request a refund' }).click()
      const dialog = reader.getByRole('dialog', { name: 'Request a refund' })
      await dialog.getByText(`Our team decides within ${hours} hours.`).waitFor()
      await reader.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await assertLayout(reader, 'an order under a newer version')
  })

  await t.test('is on the public pages, with all earlier versions', async () => {
    await reader.getByRole('link', { name: current.version }).click()
    await reader.waitForURL(/#versions$/)
    const visitor = await openPerson(browser, server.url)
    for (const page of [reader, visitor.page]) {
      if (page !== reader) await page.goto('/revision-refund-policy#versions')
      await page.getByText(`You are reading version ${current.version}.`).waitFor()
      const versions = region(page, 'Versions').getByRole('listitem')
      for (const [version, standing] of [
        [announced, 'Takes effect later'],
        [current.version, 'In force'],
        [FIRST, 'Replaced'],
      ]) {
        const row = versions.filter({ has: page.getByRole('heading', { name: `Version ${version}` }) })
        await row.getByText(standing).waitFor()
      }
    }
    await assertLayout(visitor.page, 'a policy with its history')
    for (const text of [/\b5 days\b/, /\b6 days\b/, /\b48 hours\b/])
      await main(visitor.page).getByText(text).first().waitFor()
    assert.equal(
      await main(visitor.page)
        .getByText(/\b72 hours\b/)
        .count(),
      0,
    )
    await close(visitor)
  })
})

test('no browser reported an error', () => close(admin, student, tutor))
