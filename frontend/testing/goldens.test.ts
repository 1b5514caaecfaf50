import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import * as activities from '../src/features/activities/api'
import * as assignments from '../src/features/assignments/api'
import { FINISHED, statuses } from '../src/features/assignments/rules'
import * as auth from '../src/features/auth/api'
import * as experts from '../src/features/experts/api'
import * as mails from '../src/features/mails/api'
import * as notices from '../src/features/notices/api'
import * as offers from '../src/features/offers/api'
import * as payments from '../src/features/payments/api'
import * as profile from '../src/features/profile/api'
import * as quotes from '../src/features/quotes/api'
import * as reviews from '../src/features/reviews/api'
import * as services from '../src/features/services/api'
import * as tutors from '../src/features/tutors/api'
import * as users from '../src/features/users/api'
import { send } from '../src/lib/api/client'
import { readMessage, toFailure } from '../src/lib/api/failure'
import { getSite } from '../src/lib/api/site'
import { userSchema } from '../src/lib/session/session'
import { fakeServer } from './fake-server'
import { signedIn } from './people'

/** Reads a response that the server's tests have recorded. */
const golden = (file: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../hooks/testdata/wire', file), 'utf8'))

const filter = {
  status: 'all',
  due: 'all',
  priority: 'all',
  subject: '',
  by: 'all',
  search: '',
  sort: '-createdAt',
  page: 1,
} as const
const activityFilter = {
  kind: 'all',
  person: '',
  assignment: '',
  from: '',
  to: '',
  search: '',
  sort: '-timestamp',
  page: 1,
} as const
const change = { status: 'graded', grade: 'A', feedback: '' }
const userFilter = { role: 'all', search: '', sort: '-createdAt', page: 1 } as const
const person = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  bio: '',
  specialization: '',
  experience: '',
  country: '',
}
const passwords = { currentPassword: '', newPassword: '' }
const quoteChange = { status: 'quoted', amount: 120.5, note: '', validUntil: '' }
const ask = {
  email: '',
  phone: '',
  countryCode: '',
  subject: '',
  description: '',
  deadline: '',
  deadlineTime: '',
  pages: '',
  terms: true,
}
const answer = { version: 1, acceptTerms: true }
const payment = { amount: 100, method: '', reference: '', receivedOn: '' }
const draft = { title: '', description: '', dueDate: '', subject: '', priority: '' }

afterEach(() => signedIn(null))

/** Every answer of the server with the call that reads it. */
const answers: [file: string, route: string, call: () => Promise<unknown>][] = [
  ['login.json', 'POST /auth/login', () => auth.logIn({ email: '', password: '' })],
  ['signup.json', 'POST /auth/signup', () => auth.signUp({ name: '', email: '', password: '' })],
  ['me.json', 'GET /auth/me', () => send(userSchema, '/auth/me')],
  ['assignments_student.json', 'GET /assignments', () => assignments.listAssignments({}, 1)],
  ['assignments_tutor.json', 'GET /assignments', () => assignments.listAssignments({}, 1)],
  ['assignments_admin.json', 'GET /assignments/all', () => assignments.listAllAssignments(filter)],
  ['assignment.json', 'PATCH /assignments/id1', () => assignments.updateAssignment('id1', change)],
  ['assignment_guest.json', 'POST /assignments/public', () => assignments.createAssignment(draft, null)],
  ['stats.json', 'GET /assignments/stats', () => assignments.getAssignmentStats()],
  ['link.json', 'POST /assignments/id1/link', () => assignments.linkAssignmentFile('id1')],
  ['stats_student.json', 'GET /assignments/stats', () => assignments.getAssignmentStats()],
  ['tutor_assignments.json', 'GET /assignments/tutor-assignments', () => assignments.getTutorDashboard()],
  ['activities.json', 'GET /activities', () => activities.listActivities(activityFilter)],
  ['activities_quote.json', 'GET /activities', () => activities.listActivities(activityFilter)],
  [
    'bulk.json',
    'PATCH /assignments',
    () => assignments.updateAssignments([{ _id: 'id1', status: 'pending' }], 'completed'),
  ],
  [
    'export_link.json',
    'POST /assignments/export.csv/link',
    () => assignments.exportAssignments({ ...filter, status: FINISHED, sort: 'title' }),
  ],
  ['story.json', 'GET /assignments/id1/story', () => activities.getStory('id1')],
  ['recent_activity.json', 'GET /users/recent-activity', () => activities.listRecentActivity()],
  ['rating.json', 'POST /assignments/id1/rating', () => reviews.rateAssignment('id1', { comment: '' })],
  ['rating_given.json', 'GET /assignments/id1/rating', () => reviews.getRating('id1')],
  ['users.json', 'GET /users', () => users.listUsers(userFilter)],
  ['users_stats.json', 'GET /users/stats', () => users.getUserStats()],
  ['user.json', 'PATCH /users/id1', () => users.updateUserStatus('id1', 'active')],
  ['tutors.json', 'GET /tutors', () => tutors.listTutors()],
  ['tutor_stats.json', 'GET /users/tutor-stats', () => tutors.getTutorStats()],
  ['profile.json', 'GET /users/profile', () => profile.getProfile()],
  ['profile_changed.json', 'PUT /users/profile', () => profile.updateProfile(person)],
  ['password_changed.json', 'PUT /users/change-password', () => profile.changePassword(passwords)],
  ['site.json', 'GET /site', () => getSite()],
  ['deleted.json', 'DELETE /assignments/id1', () => assignments.deleteAssignment('id1')],
  ['services.json', 'GET /services', () => services.listServices()],
  ['service.json', 'GET /services/essay-writing', () => services.getService('essay-writing')],
  ['service_generic.json', 'GET /services/poetry', () => services.getService('poetry')],
  ['experts.json', 'GET /experts', () => experts.listExperts()],
  ['quote_received.json', 'POST /quotes', () => quotes.createQuote(ask, { service: '', timeZone: '' }, [])],
  ['quotes.json', 'GET /quotes', () => quotes.listQuotes(filter)],
  ['quote.json', 'PATCH /quotes/id1', () => quotes.updateQuote('id1', quoteChange)],
  ['offer_link.json', 'POST /quotes/id1/offer-link', () => quotes.linkOffer('id1')],
  ['own_quotes.json', 'GET /quotes/mine', () => quotes.listOwnQuotes(1)],
  ['offer.json', 'GET /offers/secret', () => offers.getOffer('secret')],
  ['offer_accepted.json', 'POST /offers/secret/accept', () => offers.acceptOffer('secret', answer)],
  [
    'offer_accepted_by_newcomer.json',
    'POST /offers/secret/accept',
    () => offers.acceptOffer('secret', answer),
  ],
  ['offer_declined.json', 'POST /offers/secret/decline', () => offers.declineOffer('secret', '')],
  ['order.json', 'GET /assignments/id1', () => assignments.getAssignment('id1')],
  ['order_cancelled.json', 'POST /assignments/id1/cancel', () => assignments.cancelAssignment('id1', '')],
  ['payment.json', 'POST /assignments/id1/payments', () => payments.createPayment('id1', payment)],
  ['payments.json', 'GET /assignments/id1/payments', () => payments.listPayments('id1')],
  ['invoice.json', 'GET /assignments/id1/invoice', () => payments.getInvoice('id1')],
  ['notices.json', 'GET /notices', () => notices.listNotices({ show: 'all', page: 1 })],
  ['notice.json', 'PATCH /notices/id1', () => notices.updateNotice('id1', true)],
  ['notices_read.json', 'POST /notices/read-all', () => notices.readAllNotices()],
  ['mails.json', 'GET /mails', () => mails.listMails({ ...filter, status: 'failed' })],
  ['mail.json', 'POST /mails/id1/send', () => mails.sendMail('id1')],
  ['mails_state.json', 'GET /mails/state', () => mails.getMailState()],
]

describe('the recorded responses of the server', () => {
  it.each(answers)('%s is parsed by the call to %s', async (file, route, call) => {
    fakeServer({ [route]: { body: golden(file), headers: { 'X-Total-Count': '3' } } })
    await expect(call()).resolves.not.toThrow()
  })

  it('keep every field of an assignment, and get the status in lower case', async () => {
    const body = golden('assignments_student.json')
    fakeServer({ 'GET /assignments': { body } })
    const { rows: read } = await assignments.listAssignments({}, 1)
    expect(read).toEqual(
      body.map((row: { status: string }) => ({ ...row, status: row.status.toLowerCase() })),
    )
    for (const { status } of read) expect(statuses).toContain(status)
  })

  it('of another shape are rejected', async () => {
    fakeServer({ 'GET /assignments': { body: { items: [] } } })
    const failure = await assignments.listAssignments({}, 1).catch(toFailure)
    expect(readMessage(failure, 'else')).toBe('Invalid response format')
  })
})

describe('the recorded failures of the server', () => {
  it('have a message, and the problem of each field', async () => {
    fakeServer({ 'POST /assignments/public': { status: 400, body: golden('failure.json') } })
    const failure = toFailure(
      await assignments.createAssignment(draft, null).catch((error: unknown) => error),
    )
    expect(failure.status).toBe(400)
    expect(readMessage(failure, 'else')).toBe('Title is required')
    expect(failure.problems).toContainEqual({ field: 'subject', message: 'Subject is required' })
  })

  it('list each assignment that blocks a bulk change', async () => {
    fakeServer({ 'PATCH /assignments': { status: 409, body: golden('bulk_refused.json') } })
    const failure = toFailure(
      await assignments.updateAssignments([{ _id: 'id1', status: 'pending' }], 'graded').catch(toFailure),
    )
    expect(failure.problems).toEqual([
      { field: 'id1', message: 'Somebody else has since changed the status to Completed' },
    ])
  })

  it('may have no field', async () => {
    fakeServer({ 'GET /assignments': { status: 404, body: golden('failure_without_field.json') } })
    const failure = toFailure(await assignments.listAssignments({}, 1).catch((error: unknown) => error))
    expect(readMessage(failure, 'else')).toBe('Assignment not found')
    expect(failure.problems).toEqual([])
  })
})
