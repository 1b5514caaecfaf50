// Work from the pool to its acceptance, in the browsers of the student, the tutor and the desk.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertContains, assertLayout, eventually, focused } from './browser.mjs'
import { close, item, main, region } from './desk.mjs'
import { openConsole } from './operator.mjs'
import { call, openNewcomer, submitAs } from './sample.mjs'
import { word } from './sample-files.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'
import { deliverAs, inDays, makeOrder, openToTutors, openTutor, takeAs } from './work.mjs'

/** The revision window of the policies, in days. */
const REVISION_DAYS = 2

const POOL = '/tutor/dashboard/available'

let admin
let asAdmin

openStage({}, async () => {
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  asAdmin = (method, path, body) => call(server, admin.token, method, path, body)
})

/** Asserts that a page names somebody nowhere, not even in an attribute. */
async function assertUnnamed(page, names, what) {
  const html = (await page.content()).toLowerCase()
  for (const name of names) assert.ok(!html.includes(name.toLowerCase()), `${what} contains ${name}`)
}

/** The widths of a layout, in which every new screen is read in both themes. */
const widths = { widths: [320, 360, 1280], read: [320, 360, 1280] }

const looksRight = (page, what) => assertLayout(page, what, widths)

test('everybody sees the work go from pool to acceptance', async (t) => {
  const title = 'Essay writing: TIDE2001'
  const student = await openNewcomer(browser, server, 'Yara Quillfeather')
  const tutor = await openTutor(browser, server, admin, 'Otto Penhale')
  const order = await makeOrder(server, admin, student, 'TIDE2001')
  const [desk, reader, writer] = [admin.page, student.page, tutor.page]
  const address = `/assignments/${order}`
  const reason = 'The second paragraph needs a source.'

  await t.test('a tutor sees it appear, without its student', async () => {
    await writer.goto(POOL)
    await writer.getByText('No assignments are available now').waitFor()
    await looksRight(writer, 'an empty pool')
    await reader.goto(address)
    await main(reader).getByText('Next, our team reads it and assigns a tutor.').waitFor()
    await desk.goto(address)
    await desk.getByRole('button', { name: 'Open to tutors' }).click()
    await desk.getByText('Tutors can take the assignment now').waitFor()

    await item(writer, title).getByText('You earn $200.00').waitFor()
    await main(reader).getByText('We have received it and are looking for a tutor.').waitFor()
    await item(writer, title).getByText('Description').click()
    await item(writer, title).getByText('Two thousand words, three sources.').waitFor()
    await assertUnnamed(writer, ['Yara', 'Quillfeather', student.user.email], 'the pool')
    await looksRight(writer, 'the pool')
  })

  await t.test('the filters find it, and are part of the address', async () => {
    const shows = async (label, option, isShown) => {
      await writer.getByLabel(label, { exact: true }).selectOption(option)
      await (isShown ? item(writer, title) : writer.getByText('No matching assignments')).waitFor()
    }
    await shows('Subject', 'TIDE2001', true)
    await shows('Length', '1,001 to 6,000 words', true)
    await shows('Earnings', '$100.00 or more', true)
    await shows('Due', 'Within 30 days', false)
    await looksRight(writer, 'the pool without a match')
    await shows('Due', 'Any time', true)
    await shows('Earnings', '$250.00 or more', false)
    await shows('Earnings', '$100.00 or more', true)
    await writer.getByRole('searchbox').fill('nothing like it')
    await writer.getByRole('button', { name: 'Search' }).click()
    await writer.getByText('No matching assignments').waitFor()
    await writer.getByRole('searchbox').fill('tide')
    await writer.getByRole('button', { name: 'Search' }).click()
    await item(writer, title).waitFor()
    const found = new URL(writer.url()).searchParams
    assert.deepEqual(
      ['subject', 'words', 'earnings', 'search'].map((name) => found.get(name)),
      ['TIDE2001', 'medium', '100', 'tide'],
    )
  })

  await t.test('the tutor takes it after reading what that means', async () => {
    await writer.getByRole('button', { name: `Take ${title}` }).click()
    const dialog = writer.getByRole('dialog', { name: 'Take this assignment?' })
    for (const text of [/2031/, '2,000 words', '$200.00', 'You have 0 of 5 assignments in progress.'])
      await dialog.getByText(text).waitFor()
    await looksRight(writer, 'the dialog of taking')
    await dialog.getByRole('button', { name: 'Take assignment' }).click()
    await writer.waitForURL(`**${address}`)
    await writer.getByText('Assignment taken').waitFor()
    await main(reader).getByText('Your tutor is working on it.').waitFor()
    await main(desk).getByText('Its tutor is working on it.').waitFor()
  })

  await t.test('the tutor delivers too few words, knowingly, with a note', async () => {
    const form = region(writer, 'Deliver your work')
    await form.getByLabel(/^Files/).setInputFiles(word('Tides.docx', 'The moon pulls the sea twice a day.'))
    await form.getByText('These files have 8 of the 2,000 words ordered.').waitFor()
    await form.getByLabel('Note to the student').fill('The bibliography follows.')
    const preview = form.getByRole('region', { name: 'What the student will be told' })
    await preview.getByText(`Delivered: ${title}`).waitFor()
    await looksRight(writer, 'the form that delivers')
    await form.getByRole('button', { name: 'Deliver', exact: true }).click()
    await writer.getByText('Version 1 was delivered').waitFor()

    const delivered = region(reader, 'Delivered work')
    await delivered.getByRole('article', { name: 'Version 1' }).waitFor()
    for (const text of ['Delivered by Otto Penhale on', 'The bibliography follows.'])
      await delivered.getByText(text).waitFor()
    await delivered.getByRole('button', { name: /^Download Tides.docx/ }).waitFor()
    await delivered.getByText('8 of 2,000 words ordered').waitFor()
    await delivered.getByText('1,992 words fewer than ordered.').waitFor()
    await main(desk).getByText('The work is finished, but not accepted yet.').waitFor()
    await looksRight(reader, "a student's delivered order")
    await looksRight(writer, 'what was delivered')
  })

  await t.test('the student asks for changes, and the tutor reads why', async () => {
    await reader.getByRole('button', { name: 'Request revision' }).click()
    const dialog = reader.getByRole('dialog', { name: 'Request revision' })
    await dialog.getByText(/^Open for 1 day 23 hours/).waitFor()
    await dialog.getByRole('button', { name: 'Request revision' }).click()
    await dialog.getByText('Reason is required').first().waitFor()
    await looksRight(reader, 'the dialog of asking for changes')
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Request revision' }).click()
    await reader.getByText('Your tutor will make the changes').waitFor()
    await eventually(reader, () => focused(reader), 'Next steps')

    for (const page of [writer, reader, desk]) {
      const revision = region(page, 'Requested changes').getByRole('article', { name: 'Revision 1' })
      await revision.getByText(reason).waitFor()
      await revision.getByText(/^Due .*\(in [12] days?\)/).waitFor()
    }
    await region(writer, 'Deliver the revised work').waitFor()
    await looksRight(writer, "a tutor's revision")
    await looksRight(reader, "a student's revision")
  })

  await t.test('a note with contact details is held for release', async () => {
    const note = 'Done. Write to otto.penhale@example.org if anything is missing.'
    const form = region(writer, 'Deliver the revised work')
    await form
      .getByLabel(/^Files/)
      .setInputFiles(word('Tides.docx', 'The moon lifts the sea twice every single day.'))
    await form.getByLabel('Note to the student').fill(note)
    await form.getByRole('button', { name: 'Deliver', exact: true }).click()
    await writer.getByText('Version 2 was delivered').waitFor()
    const notice = 'Contact details are not passed on. Our team will review this text.'
    const newestOf = (page) => region(page, 'Delivered work').getByRole('article', { name: /^Version 2/ })
    await newestOf(writer).getByText(notice).waitFor()

    const newest = newestOf(reader)
    await newest.getByText('This text is being reviewed.').waitFor()
    await newest.getByText('Answers revision 1').waitFor()
    await assertUnnamed(reader, ['otto.penhale@example.org', tutor.user.email], "the student's page")

    await desk.goto('/admin/dashboard/texts')
    await desk.getByText(note).waitFor()
    await looksRight(desk, 'the held texts')
    await desk.getByRole('button', { name: /^Release: Otto Penhale/ }).click()
    await desk.getByText('The text was released').waitFor()
    await newest.getByText(note).waitFor()
    await newestOf(writer).getByText(notice).waitFor({ state: 'detached' })
    await desk.goto(address)
  })

  await t.test('both compare the two versions', async () => {
    for (const page of [reader, writer]) {
      const delivered = region(page, 'Delivered work')
      await delivered.getByText('Compare two versions').click()
      await eventually(page, () => delivered.getByLabel('Earlier version', { exact: true }).inputValue(), '1')
      await eventually(page, () => delivered.getByLabel('Later version', { exact: true }).inputValue(), '2')
      await delivered.getByRole('button', { name: 'Show what changed' }).click()
      await delivered.getByText('3 words added, 2 words removed.').waitFor()
      const changes = delivered.getByRole('region', { name: 'Text with its changes' })
      assertContains(await changes.getByRole('insertion').allInnerTexts().then(String), [
        'lifts',
        'every single',
      ])
      assertContains(await changes.getByRole('deletion').allInnerTexts().then(String), ['pulls'])
      await looksRight(page, 'two versions')
    }
  })

  await t.test('the student accepts and rates the work', async () => {
    await reader.getByRole('button', { name: 'Accept the work' }).click()
    const dialog = reader.getByRole('dialog', { name: 'Accept the work?' })
    await dialog.getByText(/^You can still request a refund until/).waitFor()
    await looksRight(reader, 'the dialog of accepting')
    await dialog.getByRole('button', { name: 'Accept the work' }).click()
    await reader.getByText('Work accepted').first().waitFor() // the toast, and what a screen reader hears
    await main(writer).getByText('The work is finished and accepted.').waitFor()
    await main(desk).getByText('The work is finished and accepted.').waitFor()

    const rating = region(reader, 'How was the work?')
    await rating.getByRole('radio', { name: '4 out of 5' }).focus()
    await reader.keyboard.press('Space')
    await rating.getByLabel('Comment').fill('Clear and on time.')
    await rating.getByRole('button', { name: 'Rate the work' }).click()
    await reader.getByText('Thank you for your rating').waitFor()
    await region(reader, 'Rating').getByText('Clear and on time.').waitFor()
    for (const name of ['Accept the work', 'Request revision'])
      assert.equal(await reader.getByRole('button', { name }).count(), 0)
    await looksRight(reader, 'an accepted order')
    await assertUnnamed(writer, ['Quillfeather', student.user.email], "the tutor's page")
  })

  await close(student, tutor)
})

test('only one of two tutors gets the same assignment', async () => {
  const student = await openNewcomer(browser, server, 'Nell Vane')
  const tutors = [
    await openTutor(browser, server, admin, 'Imre Sallow'),
    await openTutor(browser, server, admin, 'Tess Harrow'),
  ]
  const { _id } = await submitAs(server, student, 'Wanted by two')
  await openToTutors(server, admin, _id)

  let release
  const pressed = new Promise((resolve) => {
    release = resolve
  })
  const waiting = []
  const outcomes = []
  for (const { page } of tutors) {
    await page.route(`**/api/assignments/${_id}/claim`, async (route) => {
      waiting.push(page)
      if (waiting.length === tutors.length) release()
      await pressed
      await route.continue()
    })
    await page.goto(POOL)
    await page.getByRole('button', { name: 'Take Wanted by two' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take assignment' }).click()
    const said = page.getByText(/^(Assignment taken|Somebody else has taken this assignment)$/)
    outcomes.push(said.first().textContent())
  }
  const said = await Promise.all(outcomes)
  assert.deepEqual(said.toSorted(), ['Assignment taken', 'Somebody else has taken this assignment'])
  const [winner, loser] = said[0] === 'Assignment taken' ? tutors : tutors.toReversed()
  await winner.page.waitForURL(`**/assignments/${_id}`)
  await loser.page.getByRole('dialog').waitFor({ state: 'detached' })
  await item(loser.page, 'Wanted by two').waitFor({ state: 'detached' })
  assert.equal(new URL(loser.page.url()).pathname, POOL)
  await looksRight(loser.page, 'the pool after a refusal')
  const assignment = await asAdmin('GET', `/assignments/${_id}`)
  assert.equal(assignment.tutor._id, winner.user._id)
  await close(student, ...tutors)
})

test('a tutor hands work back, and somebody else gets it', async () => {
  const reason = 'I have fallen ill and cannot finish it.'
  const student = await openNewcomer(browser, server, 'Lena Marsh')
  const first = await openTutor(browser, server, admin, 'Hugo Stone')
  const second = await openTutor(browser, server, admin, 'Vera Lindqvist')
  const { _id } = await submitAs(server, student, 'Given to another')
  await asAdmin('PATCH', `/assignments/${_id}`, { tutor: first.user._id })
  await student.page.goto(`/assignments/${_id}`)
  await main(student.page).getByText('It has a tutor, who will start soon.').waitFor()

  const { page } = first
  await page.goto(`/assignments/${_id}`)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Work started').waitFor()
  await page.getByRole('button', { name: 'Hand back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand back this assignment' })
  await dialog.getByRole('button', { name: 'Hand back' }).click()
  await dialog.getByText('Reason is required').first().waitFor()
  await looksRight(page, 'the dialog of handing back')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Hand back' }).click()
  await page.waitForURL('**/tutor/dashboard')
  await page.getByText('Assignment handed back').waitFor()
  await page.goto(`/assignments/${_id}`)
  await page.getByRole('heading', { level: 1, name: 'Assignment not found' }).waitFor()

  await second.page.goto('/tutor/assignments?show=all')
  await second.page.getByText('No assignments in this list').waitFor()
  const desk = admin.page
  await desk.goto('/admin/dashboard?search=Given')
  await desk.getByRole('button', { name: 'Update Given to another', exact: true }).click()
  const update = desk.getByRole('dialog', { name: 'Update Assignment' })
  await update.getByText(`Handed back: ${reason}`).waitFor()
  await looksRight(desk, 'the dialog of work that was handed back')
  await update.getByLabel('Tutor').selectOption(second.user._id)
  await update.getByRole('button', { name: 'Update Assignment' }).click()
  await update.waitFor({ state: 'detached' })

  await item(second.page, 'Given to another').waitFor()
  await main(student.page).getByText('It has a tutor, who will start soon.').waitFor()
  await assertUnnamed(student.page, [reason], "the student's page")
  await desk.getByRole('button', { name: 'Update Given to another', exact: true }).click()
  await update.getByText('Lena Marsh').waitFor()
  assert.equal(await update.getByText('Handed back').count(), 0, 'the reason leaves with the new tutor')
  await close(student, first, second)
})

test('the input stays when the revision window closes', async () => {
  const reason = 'The introduction repeats itself.'
  const student = await openNewcomer(browser, server, 'Cleo Marlow')
  const tutor = await openTutor(browser, server, admin, 'Aldo Winter')
  const { _id } = await submitAs(server, student, 'Closing soon')
  await openToTutors(server, admin, _id)
  await takeAs(server, tutor, _id)
  await deliverAs(server, tutor, _id, [word('Essay.docx', 'It repeats itself, it repeats itself.')])
  const asOperator = await openConsole(server)

  const { page } = student
  await page.clock.install()
  await page.goto(`/assignments/${_id}`)
  const ask = main(page).getByRole('button', { name: 'Request revision' })
  await ask.click()
  const dialog = page.getByRole('dialog', { name: 'Request revision' })
  await dialog.getByLabel('Reason').fill(reason)
  /** Moves the end of the window to so many milliseconds from now. */
  const endIn = (left) =>
    asOperator('PATCH', `/collections/assignments/records/${_id}`, {
      windowsStart: new Date(Date.parse(inDays(-REVISION_DAYS)) + left).toISOString(),
    })
  await endIn(55_000)
  await dialog.getByText(/^Open for \d+ seconds?$/).waitFor()
  await page.clock.fastForward(60_000)
  await dialog.getByText('The revision window has closed.').waitFor()
  await endIn(-1000) // for the server too, whose clock was not moved
  await dialog.getByText('What you wrote is still here, so that you can copy it.').waitFor()
  assert.equal(await dialog.getByLabel('Reason').inputValue(), reason)
  const send = dialog.getByRole('button', { name: 'Request revision' })
  assert.equal(await send.getAttribute('aria-disabled'), 'true')
  await looksRight(page, 'asking for changes too late')
  await assert.rejects(
    call(server, student.token, 'POST', `/assignments/${_id}/revisions`, { reason }),
    /409 .*The revision window has closed/,
  )

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  assert.equal(await dialog.getByLabel('Reason').inputValue(), reason)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await main(page).getByText('The revision window has closed.').waitFor()
  assert.equal(await ask.count(), 0)
  await main(page).getByRole('button', { name: 'Accept the work' }).waitFor()
  await looksRight(page, 'an order after its revision window')
  await close(student, tutor)
})

test('the browser of the admin reported no error', () => {
  assert.deepEqual(admin.faults, [])
})
