// Orders and the work on them, made through the API.
import assert from 'node:assert/strict'
import { call, openNewcomer } from './sample.mjs'
import { word } from './sample-files.mjs'

const DAY = 24 * 60 * 60 * 1000

export const inDays = (days) => new Date(Date.now() + days * DAY).toISOString()

/** Asks for a quote without the form, and returns the request as an admin reads it. */
export async function askFor(
  server,
  admin,
  subject,
  email,
  description = 'Two thousand words, three sources.',
) {
  const form = new FormData()
  const request = {
    email,
    countryCode: 'AU',
    phone: '0491570006',
    subject,
    description,
    deadline: '2031-12-01',
    deadlineTime: '21:00',
    timeZone: 'Australia/Sydney',
    pages: '8',
    terms: 'true',
    service: 'essay-writing',
  }
  for (const [name, value] of Object.entries(request)) form.append(name, value)
  const response = await fetch(`${server.url}/api/quotes`, { method: 'POST', body: form })
  assert.equal(response.status, 201)
  const { reference } = await response.json()
  const quotes = await call(server, admin.token, 'GET', '/quotes?page=1&perPage=50')
  return quotes.find((quote) => quote.reference === reference)
}

/** Makes an offer of 200 for such a request, and returns the request with the path of the offer's page. */
export async function makeOffer(server, admin, subject, email, { validUntil = inDays(9), description } = {}) {
  const quote = await askFor(server, admin, subject, email, description)
  const price = { status: 'quoted', amount: 200, validUntil }
  await call(server, admin.token, 'PATCH', `/quotes/${quote._id}`, price)
  const { url } = await call(server, admin.token, 'POST', `/quotes/${quote._id}/offer-link`)
  return { ...quote, path: new URL(url).pathname }
}

/** The id of the order that a signed-in person gets by accepting an offer. It asks for 2,000 words. */
export async function makeOrder(server, admin, person, subject, options) {
  const offer = await makeOffer(server, admin, subject, person.user.email, options)
  const answer = { version: 1, acceptTerms: true }
  const { assignment } = await call(server, person.token, 'POST', `${offer.path}/accept`, answer)
  return assignment
}

/** A new tutor in their own browser. */
export async function openTutor(browser, server, admin, name) {
  const tutor = await openNewcomer(browser, server, name)
  await call(server, admin.token, 'PATCH', `/users/${tutor.user._id}`, { role: 'tutor' })
  return tutor
}

export const openToTutors = (server, admin, assignment) =>
  call(server, admin.token, 'PUT', `/assignments/${assignment}/pool`, { open: true })

export const takeAs = (server, tutor, assignment) =>
  call(server, tutor.token, 'POST', `/assignments/${assignment}/claim`)

/** Delivers the next version of the work. `files` are { name, buffer }. */
export async function deliverAs(server, { token }, assignment, files, note = '') {
  const form = new FormData()
  form.append('note', note)
  for (const { name, buffer } of files) form.append('files', new Blob([buffer]), name)
  const response = await fetch(`${server.url}/api/assignments/${assignment}/deliveries`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  })
  if (response.status !== 201) throw new Error(`delivering: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Records that a student has paid an order of 200. */
export const recordPaid = (server, admin, assignment) =>
  call(server, admin.token, 'POST', `/assignments/${assignment}/payments`, {
    amount: 200,
    method: 'Bank transfer',
    reference: `Paid for ${assignment}`,
  })

/** The id of an order of 200 that was accepted as an offer, paid, given to a tutor, and delivered. */
export async function makeDelivered(server, admin, student, tutor, subject) {
  const order = await makeOrder(server, admin, student, subject)
  await recordPaid(server, admin, order)
  await call(server, admin.token, 'PATCH', `/assignments/${order}`, { tutor: tutor.user._id })
  await call(server, tutor.token, 'POST', `/assignments/${order}/start`)
  await deliverAs(server, tutor, order, [word('Essay.docx', `What is known about ${subject}.`)])
  return order
}

/** The student of an order accepts its work. */
export const acceptAs = (server, student, assignment) =>
  call(server, student.token, 'POST', `/assignments/${assignment}/accept`)
