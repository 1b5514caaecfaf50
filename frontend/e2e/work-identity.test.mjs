// Tutors read no more of a student than the first name, and students no address of a tutor: not on any page, in any
// answer, or in any live message.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { eventually, pageReady, scrollThrough, subscription } from './browser.mjs'
import { call, openNewcomer } from './sample.mjs'
import { makeDocx } from './sample-files.mjs'
import { ADMIN_KEY } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'
import { deliverAs, makeOrder, openToTutors, openTutor, takeAs } from './work.mjs'

const pages = JSON.parse(await readFile(new URL('../../hooks/web/pages.json', import.meta.url), 'utf8'))

let admin
let asAdmin

openStage({}, async () => {
  admin = await openNewcomer(browser, server, 'Ada Quill', ADMIN_KEY)
  asAdmin = (method, path, body) => call(server, admin.token, method, path, body)
})

/** Records what reaches a person's browser: the answers of the API, the live messages and, with `look`, the page itself. */
async function overhear({ context, page }) {
  const heard = []
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.eventSourceMessageReceived', ({ data }) => heard.push({ from: 'live', text: data }))
  await context.route(/\/api\/(?!realtime)/, async (route) => {
    const response = await route.fetch()
    const { pathname } = new URL(route.request().url())
    heard.push({ from: `answer of ${pathname}`, text: await response.text() })
    await route.fulfill({ response })
  })
  return {
    heard,
    /** How many live messages name a thing. */
    messagesAbout: (id) => heard.filter(({ from, text }) => from === 'live' && text.includes(id)).length,
    look: async () => heard.push({ from: `page ${page.url()}`, text: await page.content() }),
  }
}

/** Opens pages as a person, and records them. */
async function walk({ page, ears }, addresses) {
  for (const address of addresses) {
    await page.goto(address)
    await scrollThrough(page)
    await pageReady(page)
    await ears.look()
  }
}

/** Opens pages like `walk`, and waits until the last of them hears of every later change. */
async function walkAndListen(person, addresses) {
  await walk(person, addresses.slice(0, -1))
  const subscribed = subscription(person.page)
  await walk(person, addresses.slice(-1))
  await subscribed
}

/** Asserts that nothing that reached a person contains any of these texts. */
function assertNeverHeard({ heard }, secrets, who) {
  const found = heard.flatMap(({ from, text }) =>
    secrets.filter((secret) => text.toLowerCase().includes(secret)).map((secret) => `${from}: ${secret}`),
  )
  assert.deepEqual([...new Set(found)], [], `${who} reads`)
}

test('tutor and student learn nothing private about each other', async () => {
  const student = await openNewcomer(browser, server, 'Yara Quillfeather')
  const tutor = await openTutor(browser, server, admin, 'Otto Penhale')
  const people = [student, tutor]
  for (const person of people) person.ears = await overhear(person)
  const addressOf = { student: student.user.email, tutor: tutor.user.email }
  const id = await makeOrder(server, admin, student, 'BOTANY1', {
    description: `Two thousand words. Write to ${addressOf.student} or call 0491 570 006.`,
  })
  const as = (person, method, path, body) =>
    call(server, person.token, method, `/assignments/${id}${path}`, body)
  const file = { name: 'Essay.docx', buffer: makeDocx('Leaves turn to the light.') }
  const payment = await asAdmin('POST', `/assignments/${id}/payments`, {
    amount: 200,
    method: 'Cash',
    reference: 'Till 7',
  })
  const [{ offerUrl }] = await call(server, student.token, 'GET', '/quotes/mine')
  const open = {
    student: [`/assignments/${id}`],
    tutor: ['/tutor/assignments?show=all', `/assignments/${id}`],
  }

  /** Waits until an action has reached the open pages of these people, and then has both look at their work. */
  const after = async (action, reached = people) => {
    const before = reached.map(({ ears }) => ears.messagesAbout(id))
    const answer = await action()
    for (const [index, { page, ears }] of reached.entries())
      await eventually(page, () => ears.messagesAbout(id) > before[index], true, 'a live message')
    for (const { ears } of people) await ears.look()
    await Promise.all([walkAndListen(student, open.student), walkAndListen(tutor, open.tutor)])
    return answer
  }

  await walkAndListen(student, open.student)
  await walkAndListen(tutor, ['/tutor/dashboard/available'])
  await tutor.page.getByText('No assignments are available now').waitFor()
  await after(() => openToTutors(server, admin, id))
  await walkAndListen(tutor, ['/tutor/dashboard/available', '/tutor/dashboard/available?search=botany'])
  await tutor.page.getByRole('button', { name: 'Take Essay writing: BOTANY1' }).waitFor()
  await after(() => takeAs(server, tutor, id), [student])
  const { receipt } = await after(() => deliverAs(server, tutor, id, [file], `Ask ${addressOf.tutor}.`))
  await after(() => as(student, 'POST', '/revisions', { reason: `Mail me: ${addressOf.student}` }))
  await after(() => deliverAs(server, tutor, id, [file], 'Done.'))
  await after(() => as(student, 'POST', '/accept'))
  await after(() => as(student, 'POST', '/rating', { rating: 5, comment: `Thanks! ${addressOf.student}` }))

  const parameters = {
    ':serviceSlug': 'essay-writing',
    ':id': id,
    ':payment': payment._id,
    ':code': receipt,
    ':payout': 'unknown',
    '*': '/no-such-page',
  }
  const addressesWith = (token) =>
    pages.map(({ path }) => path.replace(/:\w+|\*/g, (name) => ({ ...parameters, ':token': token })[name]))
  await Promise.all([
    walk(student, addressesWith(new URL(offerUrl, server.url).pathname.split('/').at(-1))),
    walk(tutor, addressesWith('abcdefghijklmno.nothing')),
  ])
  for (const { token, ears } of people) {
    const { url } = await call(server, token, 'POST', '/users/calendar')
    const calendar = await fetch(server.url + new URL(url).pathname)
    assert.equal(calendar.status, 200)
    ears.heard.push({ from: 'calendar', text: await calendar.text() })
  }

  const phones = ['491570006', '491 570 006']
  assertNeverHeard(tutor.ears, ['quillfeather', addressOf.student, ...phones], 'the tutor')
  assertNeverHeard(student.ears, [addressOf.tutor], 'the student')
  const answers = ({ heard }) => heard.filter(({ from }) => from.startsWith('answer')).map(({ text }) => text)
  assert.ok(String(answers(tutor.ears)).includes('"name":"Yara"'), 'the tutor reads the first name')
  assert.ok(String(answers(student.ears)).includes('Otto Penhale'), 'the student reads the name of the tutor')
  for (const secret of ['Quillfeather', addressOf.student])
    assert.deepEqual(await call(server, tutor.token, 'GET', `/assignments?search=${secret}`), [])
  for (const { context } of people) {
    await context.unrouteAll({ behavior: 'wait' }) // an answer on its way would be recorded after the end
    await context.close()
  }
})
