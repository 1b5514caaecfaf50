import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import * as activities from '../src/features/activities/api'
import * as assignments from '../src/features/assignments/api'
import { FINISHED, statuses } from '../src/features/assignments/model'
import * as auth from '../src/features/auth/api'
import * as claims from '../src/features/claims/api'
import * as deliveries from '../src/features/deliveries/api'
import * as board from '../src/features/desk-board/api'
import * as experts from '../src/features/experts/api'
import * as figures from '../src/features/figures/api'
import * as mails from '../src/features/mails/api'
import * as money from '../src/features/money/api'
import * as notices from '../src/features/notices/api'
import * as offers from '../src/features/offers/api'
import * as policies from '../src/features/policies/api'
import * as pool from '../src/features/pool/api'
import * as profile from '../src/features/profile/api'
import * as quotes from '../src/features/quotes/api'
import { createQuote } from '../src/features/quotes/new-quote'
import * as receipts from '../src/features/receipts/api'
import * as services from '../src/features/services/api'
import * as status from '../src/features/status/api'
import * as texts from '../src/features/texts/api'
import * as users from '../src/features/users/api'
import { send } from '../src/lib/api/client'
import { readMessage, toFailure } from '../src/lib/api/failure'
import { listPolicies } from '../src/lib/api/policies'
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
const poolFilter = {
  subject: '',
  due: 'all',
  words: 'all',
  earnings: 'all',
  search: '',
  sort: 'dueDate',
  page: 1,
} as const
const delivered = '/assignments/id1/deliveries/2/files/stored.pdf'
const claimFilter = { status: 'open', kind: 'all', search: '', sort: '', page: 1 } as const
const claim = { _id: 'id1', assignment: { _id: 'id2' } }
const decision = { decision: 'approve', outcome: '', amount: '' }
const ledgerFilter = {
  kind: 'all',
  account: 'all',
  tutor: '',
  assignment: '',
  from: '',
  to: '',
  search: '',
  sort: '',
  page: 1,
} as const
const adjustment = { tutor: 'id1', amount: -12.5, memo: '' }
const payout = { method: '', reference: '' }
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
  ['rating.json', 'POST /assignments/id1/rating', () => deliveries.rateAssignment('id1', { comment: '' })],
  ['rating_given.json', 'GET /assignments/id1/rating', () => deliveries.getRating('id1')],
  ['users.json', 'GET /users', () => users.listUsers(userFilter)],
  ['users_stats.json', 'GET /users/stats', () => users.getUserStats()],
  ['user.json', 'PATCH /users/id1', () => users.updateUserStatus('id1', 'active')],
  ['tutors.json', 'GET /tutors', () => users.listTutors()],
  ['tutor_stats.json', 'GET /users/tutor-stats', () => users.getTutorStats()],
  ['profile.json', 'GET /users/profile', () => profile.getProfile()],
  ['profile_changed.json', 'PUT /users/profile', () => profile.updateProfile(person)],
  ['password_changed.json', 'PUT /users/change-password', () => profile.changePassword(passwords)],
  ['site.json', 'GET /site', () => getSite()],
  ['deleted.json', 'DELETE /assignments/id1', () => assignments.deleteAssignment('id1')],
  ['services.json', 'GET /services', () => services.listServices()],
  ['service.json', 'GET /services/essay-writing', () => services.getService('essay-writing')],
  ['service_generic.json', 'GET /services/poetry', () => services.getService('poetry')],
  ['experts.json', 'GET /experts', () => experts.listExperts()],
  ['quote_received.json', 'POST /quotes', () => createQuote(ask, { service: '', timeZone: '' }, [])],
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
  ['payment.json', 'POST /assignments/id1/payments', () => money.createPayment('id1', payment)],
  ['payments.json', 'GET /assignments/id1/payments', () => money.listPayments('id1')],
  ['ledger.json', 'GET /ledger', () => money.listEntries(ledgerFilter)],
  ['adjustment.json', 'POST /ledger/adjustments', () => money.createAdjustment(adjustment)],
  ['earnings.json', 'GET /users/earnings', () => money.getEarnings(1)],
  ['earnings_paid.json', 'GET /users/earnings', () => money.getEarnings(1)],
  ['figures.json', 'GET /desk/figures', () => figures.listMonths({ from: '2026-10-01' })],
  ['payout_preview.json', 'GET /payouts/preview', () => money.listOwed()],
  ['payout_created.json', 'POST /payouts', () => money.createPayout(['id1'], 125.5, payout)],
  ['payouts.json', 'GET /payouts', () => money.listPayouts(1)],
  ['payout.json', 'GET /payouts/id1', () => money.getPayout('id1')],
  ['own_payouts.json', 'GET /users/payouts', () => money.listOwnPayouts(1)],
  ['own_payouts.json', 'GET /users/payouts', () => money.getOwnPayout('id1')],
  ['invoice.json', 'GET /assignments/id1/invoice', () => money.getInvoice('id1')],
  ['delivered_order.json', 'GET /assignments/id1', () => assignments.getAssignment('id1')],
  ['pool.json', 'GET /assignments/pool', () => pool.listPool(poolFilter)],
  ['pool_summary.json', 'GET /assignments/pool/summary', () => pool.getPoolSummary()],
  ['pool_claimed.json', 'POST /assignments/id1/claim', () => pool.takeAssignment('id1')],
  ['pool_opened.json', 'PUT /assignments/id1/pool', () => assignments.setPool('id1', true)],
  ['pool_several.json', 'PUT /assignments/pool', () => assignments.setPools(['id1'], true)],
  ['started.json', 'POST /assignments/id1/start', () => assignments.startAssignment('id1')],
  ['handed_back.json', 'POST /assignments/id1/hand-back', () => assignments.handBackAssignment('id1', '')],
  ['handed_back_admin.json', 'GET /assignments/id1', () => assignments.getAssignment('id1')],
  ['materials_link.json', 'POST /assignments/id1/materials-zip/link', () => assignments.linkMaterials('id1')],
  ['delivery.json', 'POST /assignments/id1/deliveries', () => deliveries.deliver('id1', 1, '', [])],
  ['deliveries.json', 'GET /assignments/id1/deliveries', () => deliveries.listDeliveries('id1')],
  ['delivered_link.json', `POST ${delivered}/link`, () => deliveries.linkDelivered('id1', 2, 'stored.pdf')],
  ['delivered_text.json', `GET ${delivered}/text`, () => deliveries.getDeliveredText('id1', 2, 'stored.pdf')],
  ['receipt.json', 'GET /receipts/code', () => receipts.getReceipt('code')],
  ['revision.json', 'POST /assignments/id1/revisions', () => deliveries.requestRevision('id1', '')],
  ['revisions.json', 'GET /assignments/id1/revisions', () => deliveries.listRevisions('id1')],
  ['revisions_tutor.json', 'GET /assignments/id1/revisions', () => deliveries.listRevisions('id1')],
  [
    'revision_withdrawn.json',
    'POST /assignments/id1/revisions/1/withdraw',
    () => deliveries.withdrawRevision('id1', 1),
  ],
  ['work_accepted.json', 'POST /assignments/id1/accept', () => assignments.acceptWork('id1')],
  [
    'rating_held.json',
    'POST /assignments/id1/rating',
    () => deliveries.rateAssignment('id1', { comment: '' }),
  ],
  ['texts.json', 'GET /texts', () => texts.listTexts({ ...filter, status: 'held' })],
  ['text.json', 'PATCH /texts/id1', () => texts.decideText('id1', 'release')],
  ['notice_settings.json', 'GET /users/notice-settings', () => profile.getNoticeSettings()],
  ['claims.json', 'GET /claims', () => claims.listClaims(claimFilter)],
  ['claims_student.json', 'GET /assignments/id3/claims', () => claims.listClaimsOf('id3')],
  ['claims_tutor.json', 'GET /assignments/id3/claims', () => claims.listClaimsOf('id3')],
  [
    'claim_opened.json',
    'POST /assignments/id3/claims',
    () => claims.openClaim('id3', 'refund', { reason: '', amount: '' }),
  ],
  [
    'claim_disputed.json',
    'POST /assignments/id3/claims',
    () => claims.openClaim('id3', 'dispute', { reason: '', amount: '' }),
  ],
  ['claim_approved.json', 'PATCH /claims/id1', () => claims.decideClaim(claim, decision)],
  ['claim_paid.json', 'POST /claims/id1/pay', () => claims.payClaim(claim, { method: '', reference: '' })],
  ['claim_withdrawn.json', 'POST /claims/id1/withdraw', () => claims.withdrawClaim(claim)],
  ['order_with_claim.json', 'GET /assignments/id1', () => assignments.getAssignment('id1')],
  ['payments_with_refund.json', 'GET /assignments/id1/payments', () => money.listPayments('id1')],
  ['story_with_claims.json', 'GET /assignments/id1/story', () => activities.getStory('id1')],
  ['notices.json', 'GET /notices', () => notices.listNotices({ show: 'all', page: 1 })],
  ['notice.json', 'PATCH /notices/id1', () => notices.updateNotice('id1', true)],
  ['notices_read.json', 'POST /notices/read-all', () => notices.readAllNotices()],
  [
    'board.json',
    'GET /desk/board',
    () => board.listBoard({ kind: 'all', overdue: 'all', search: '', sort: 'dueAt', page: 1 }),
  ],
  ['board_counts.json', 'GET /desk/board/counts', () => board.countBoard()],
  ['claims.json', 'GET /claims', () => board.placeClaims()],
  ['status.json', 'GET /desk/status', () => status.getStatus()],
  ['policies.json', 'GET /policies', () => listPolicies()],
  ['policies_admin.json', 'GET /policies', () => listPolicies()],
  ['policy_created.json', 'POST /policies', () => policies.createPolicy(golden('policy_created.json'))],
  ['mails.json', 'GET /mails', () => mails.listMails({ ...filter, status: 'failed' })],
  ['mail.json', 'POST /mails/id1/send', () => mails.sendMail('id1')],
  ['mails_state.json', 'GET /mails/state', () => mails.getMailState()],
]

describe('the recorded responses of the server', () => {
  it.each(answers)('%s is parsed by the call to %s', async (file, route, call) => {
    fakeServer({ [route]: { body: golden(file), headers: { 'X-Total-Count': '3' } } })
    await expect(call()).resolves.not.toThrow()
  })

  it('keep every field, and get the status in lower case', async () => {
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

  it('list each assignment that cannot be opened to tutors', async () => {
    fakeServer({ 'PUT /assignments/pool': { status: 409, body: golden('pool_refused.json') } })
    const failure = toFailure(await assignments.setPools(['id1'], true).catch(toFailure))
    expect(failure.problems).toEqual([{ field: 'id1', message: 'This assignment already has a tutor' }])
  })

  it('may have no field', async () => {
    fakeServer({ 'GET /assignments': { status: 404, body: golden('failure_without_field.json') } })
    const failure = toFailure(await assignments.listAssignments({}, 1).catch((error: unknown) => error))
    expect(readMessage(failure, 'else')).toBe('Assignment not found')
    expect(failure.problems).toEqual([])
  })
})
