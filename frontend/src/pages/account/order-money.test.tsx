import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addressOf, showApp } from '../../../testing/app'
import { actions, assignment } from '../../../testing/assignments'
import { failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { invoice, payment } from '../../../testing/payments'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import type { Assignment } from '../../features/assignments/model'
import type { Role } from '../../lib/session/session'
import { store } from '../../lib/state/store'
import { noteServerTime } from '../../lib/time/clock'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

afterEach(() => {
  noteServerTime(new Date().toUTCString())
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () => store.get(toastsAtom).map(({ title, seconds }) => [title, seconds])

const order = (overrides: Partial<Assignment> = {}) =>
  assignment({
    student: { _id: 'student-1', name: 'Robin Vale', email: '' },
    quote: 'q1',
    price: 120.5,
    amountPaid: 100,
    amountDue: 20.5,
    ...overrides,
  })

/** A server with an order that is partly paid, and its documents. */
function serve(role: Role, handlers: Parameters<typeof fakeServer>[0] = {}) {
  signedIn(role)
  return fakeServer({
    'GET /assignments/a1': { body: order() },
    'GET /assignments/a1/story': { body: [] },
    'GET /assignments/a1/rating': { body: null },
    'GET /assignments/a1/payments': { body: [payment()] },
    'GET /assignments/a1/invoice': { body: invoice() },
    'GET /site': { body: site() },
    ...handlers,
  })
}

const payments = async () =>
  within((await screen.findByRole('heading', { name: 'Payment' })).parentElement as HTMLElement)

describe('the payments of an order', () => {
  it('are not awaited any more once it is cancelled', async () => {
    serve('student', {
      'GET /assignments/a1': { body: order({ stage: 'cancelled', amountPaid: 0, amountDue: 0 }) },
      'GET /assignments/a1/payments': { body: [] },
    })
    showApp('/assignments/a1')
    expect(await (await payments()).findByText('Nothing was paid.')).toBeInTheDocument()
  })

  it('are listed with receipts, the invoice and how to pay', async () => {
    const returned = payment({ _id: 'p2', kind: 'returned', amount: 5, number: 'REC-2026-0002' })
    serve('student', { 'GET /assignments/a1/payments': { body: [returned, payment()] } })
    showApp('/assignments/a1')
    const section = await payments()
    const rows = (await section.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(rows[0]).toMatch(/^Returned Nov 21, 2026\$5\.00Bank transfer · TX 1$/)
    expect(rows[1]).toMatch(/^Received Nov 21, 2026\$100\.00Bank transfer · TX 1Receipt$/)
    expect(section.getByText(/Pay to account 123\./)).toBeInTheDocument()
    expect(section.getByRole('link', { name: 'Receipt REC-2026-0001' })).toHaveAttribute(
      'href',
      '/assignments/a1/payments/p1/receipt',
    )
    expect(section.getByRole('link', { name: 'Invoice INV-2026-0001' })).toHaveAttribute(
      'href',
      '/assignments/a1/invoice',
    )
  })

  it('without instructions name the reference', async () => {
    serve('student', {
      'GET /assignments/a1/invoice': { body: invoice({ instructions: '' }) },
      'GET /assignments/a1/payments': { body: [] },
    })
    showApp('/assignments/a1')
    const section = await payments()
    expect(await section.findByText('Ask us how to pay, and quote A-7F3K2M.')).toBeInTheDocument()
    expect(section.getByText(/^No payments yet/)).toBeInTheDocument()
  })

  it.each<[Role, boolean, string]>([
    ['student', false, 'We will send you an invoice. Ask us how to pay, and quote A-7F3K2M.'],
    ['student', true, 'Ask us how to pay, and quote A-7F3K2M.'],
    ['admin', false, 'The student gets an invoice with the first payment.'],
    ['admin', true, "No payment instructions are set up. Add them to the site's settings in the console."],
  ])('without instructions tell a %s (with an invoice: %s): %s', async (role, billed, sentence) => {
    serve(role, {
      'GET /assignments/a1': { body: order({ quote: billed ? 'q1' : null, amountPaid: 0 }) },
      'GET /assignments/a1/payments': { body: [] },
      'GET /assignments/a1/invoice': { body: invoice({ instructions: '' }) },
      'GET /site': { body: site({ supportEmail: 'desk@example.com' }) },
    })
    showApp('/assignments/a1')
    const section = await payments()
    expect(await section.findByText(sentence)).toBeInTheDocument()
    if (role === 'admin') expect(section.queryByRole('link', { name: /@/ })).not.toBeInTheDocument()
    else
      expect(await section.findByRole('link', { name: 'desk@example.com' })).toHaveAttribute(
        'href',
        'mailto:desk@example.com',
      )
  })

  it('need no instructions once everything is paid', async () => {
    serve('student', { 'GET /assignments/a1': { body: order({ amountPaid: 120.5, amountDue: 0 }) } })
    showApp('/assignments/a1')
    const section = await payments()
    await section.findByRole('link', { name: 'Invoice INV-2026-0001' })
    expect(section.queryByRole('heading', { name: 'How to pay' })).not.toBeInTheDocument()
  })

  it('say that there are none, and request no invoice', async () => {
    let paid: unknown[] = []
    const calls = serve('student', {
      'GET /assignments/a1': { body: order({ quote: null, amountPaid: 0, amountDue: 120.5 }) },
      'GET /assignments/a1/payments': () => ({ body: paid }),
    })
    showApp('/assignments/a1')
    const section = await payments()
    expect(await section.findByText(/^No payments yet/)).toBeInTheDocument()
    expect(calls.map(({ path }) => path)).not.toContain('/assignments/a1/invoice')
    paid = [payment()]
    await sendChange({ noun: 'assignments', id: 'a1', change: 'update' })
    expect(await section.findByRole('link', { name: 'Invoice INV-2026-0001' })).toBeInTheDocument()
  })

  it('stay when only the invoice fails to load', async () => {
    serve('student', { 'GET /assignments/a1/invoice': failure(500, 'The desk is closed') })
    showApp('/assignments/a1')
    const section = await payments()
    expect(await section.findByRole('alert')).toHaveTextContent('The desk is closed')
    expect(section.getByText(/^Received/)).toBeInTheDocument()
    expect(section.queryByText(/^Ask us/)).not.toBeInTheDocument()
  })

  it('report a failure to load, and try again', async () => {
    let well = false
    serve('student', {
      'GET /assignments/a1/payments': () =>
        well ? { body: [payment()] } : failure(500, 'The desk is closed'),
    })
    showApp('/assignments/a1')
    const section = await payments()
    expect(await section.findByRole('alert')).toHaveTextContent('The desk is closed')
    well = true
    await userEvent.click(section.getByRole('button', { name: 'Try again' }))
    expect(await section.findByRole('link', { name: 'Invoice INV-2026-0001' })).toBeInTheDocument()
  })

  it('are not asked for where there is no price', async () => {
    const calls = serve('student', {
      'GET /assignments/a1': { body: order({ price: 0, amountPaid: 0, amountDue: 0 }) },
    })
    showApp('/assignments/a1')
    await screen.findByRole('heading', { name: 'Next steps' })
    expect(screen.queryByRole('heading', { name: 'Payment' })).not.toBeInTheDocument()
    expect(calls.map(({ path }) => path)).not.toContain('/assignments/a1/payments')
  })
})

describe('recording a payment', () => {
  async function open(handlers: Parameters<typeof fakeServer>[0] = {}) {
    const calls = serve('admin', {
      'GET /assignments/a1': { body: order({ actions: actions('record-payment') }) },
      ...handlers,
    })
    showApp('/assignments/a1')
    await userEvent.click(await screen.findByRole('button', { name: 'Record payment' }))
    return { calls, dialog: within(screen.getByRole('dialog', { name: 'Record payment' })) }
  }
  const record = 'POST /assignments/a1/payments'

  it('suggests what is due, and shows the new amounts', async () => {
    let now = order({ actions: actions('record-payment') })
    const { calls, dialog } = await open({
      'GET /assignments/a1': () => ({ body: now }),
      [record]: () => {
        now = order({ amountPaid: 120.5, amountDue: 0, actions: [] })
        return { status: 201, body: payment({ amount: 20.5 }) }
      },
    })
    expect(dialog.getByLabelText('Amount in AUD')).toHaveValue(20.5)
    await userEvent.type(dialog.getByLabelText('Method'), 'Bank transfer')
    await userEvent.type(dialog.getByLabelText('Reference'), 'TX 2')
    await userEvent.click(dialog.getByRole('button', { name: 'Record payment' }))
    await waitFor(() => expect(toasts()).toEqual([['Payment recorded', 3]]))
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      amount: 20.5,
      method: 'Bank transfer',
      reference: 'TX 2',
    })
    await waitFor(() =>
      expect(screen.getByRole('complementary', { name: 'Details' })).toHaveTextContent('Amount due$0.00'),
    )
    expect(screen.queryByRole('button', { name: 'Record payment' })).not.toBeInTheDocument()
  })

  it("takes a day in the site's time zone", async () => {
    const headers = { Date: 'Mon, 30 Nov 2026 20:00:00 GMT' }
    const { dialog } = await open({
      'GET /site': { body: site({ timeZone: 'America/New_York' }), headers },
    })
    const day = dialog.getByLabelText(/^Received on/)
    await waitFor(() => expect(day).toHaveAccessibleDescription(/^Today in America\/New York,/))
    expect(day).toHaveAttribute('max', '2026-11-30')
  })

  it('keeps what was typed when it is refused', async () => {
    const { dialog } = await open({ [record]: failure(409, 'This payment has already been recorded') })
    await userEvent.type(dialog.getByLabelText('Method'), 'Cash')
    await userEvent.type(dialog.getByLabelText('Reference'), 'TX 1')
    await userEvent.click(dialog.getByRole('button', { name: 'Record payment' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('This payment has already been recorded')
    expect(dialog.getByLabelText('Reference')).toHaveValue('TX 1')
  })

  it('says what is missing beside its field', async () => {
    const { calls, dialog } = await open()
    await userEvent.clear(dialog.getByLabelText('Amount in AUD'))
    await userEvent.click(dialog.getByRole('button', { name: 'Record payment' }))
    for (const problem of ['Amount is required', 'Method is required', 'Reference is required'])
      expect(await dialog.findByText(problem)).toBeInTheDocument()
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })
})

describe('cancelling an order', () => {
  async function open(shown: Assignment, handlers: Parameters<typeof fakeServer>[0] = {}) {
    const calls = serve('student', { 'GET /assignments/a1': { body: shown }, ...handlers })
    showApp('/assignments/a1')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel assignment' }))
    return { calls, dialog: within(screen.getByRole('dialog', { name: 'Cancel this assignment' })) }
  }
  const cancellable = order({ actions: actions('cancel') })

  it('explains what follows, and shows the cancelled order', async () => {
    let now = cancellable
    const { calls, dialog } = await open(cancellable, {
      'GET /assignments/a1': () => ({ body: now }),
      'POST /assignments/a1/cancel': () => {
        now = order({ status: 'Cancelled', stage: 'cancelled', amountDue: 0, actions: [] })
        return { body: now }
      },
    })
    expect(
      await dialog.findByText('The $100.00 that was paid is returned in 7 to 10 business days.'),
    ).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel assignment' }))
    expect(await dialog.findByText('Reason is required')).toBeInTheDocument()
    await userEvent.type(dialog.getByLabelText('Reason'), 'No longer needed')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel assignment' }))
    await waitFor(() => expect(toasts()).toEqual([['Assignment cancelled', 3]]))
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'No longer needed' })
    expect(await screen.findByText('It was cancelled.')).toBeInTheDocument()
    const details = within(screen.getByRole('complementary', { name: 'Details' }))
    expect(details.getByText('Cancelled').firstElementChild).toHaveAttribute('data-tone', 'gray')
  })

  it("states the refund time of the order's own policy", async () => {
    const policy = { ...site().policy, refundMinBusinessDays: 3, refundMaxBusinessDays: 5 }
    const { dialog } = await open(cancellable, {
      'GET /assignments/a1/invoice': { body: invoice({ policy }) },
    })
    expect(await dialog.findByText(/is returned in 3 to 5 business days/)).toBeInTheDocument()
  })

  it('says when nothing is left to return', async () => {
    const { dialog } = await open(order({ amountPaid: 0, amountDue: 120.5, actions: actions('cancel') }))
    expect(dialog.getByText('There is nothing to return.')).toBeInTheDocument()
    expect(dialog.getByText('You will not owe anything more.')).toBeInTheDocument()
  })

  it('says why it is refused, and keeps the reason', async () => {
    const refusal = 'Work has already started. Ask us to cancel it'
    const { dialog } = await open(cancellable, { 'POST /assignments/a1/cancel': failure(409, refusal) })
    await userEvent.type(dialog.getByLabelText('Reason'), 'No longer needed')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel assignment' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(refusal)
    expect(dialog.getByLabelText('Reason')).toHaveValue('No longer needed')
  })
})

describe('a document of an order', () => {
  it('can be the invoice, with the code of the currency', async () => {
    serve('student')
    const print = vi.fn()
    vi.stubGlobal('print', print)
    showApp('/assignments/a1/invoice')
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoice' })).toBeInTheDocument()
    const main = screen.getByRole('main')
    for (const text of [
      'NumberINV-2026-0001',
      'Issued onNov 20, 2026',
      'OrderA-7F3K2M',
      '1 Quay Street',
      'Robin Vale',
      'Essay on tides$120.50 AUD',
      'Paid$100.00 AUD',
      'Amount due$20.50 AUD',
      'Pay to account 123.',
    ])
      expect(main).toHaveTextContent(text)
    await userEvent.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    expect(document.title).toBe('Invoice INV-2026-0001 · Deskmate')
  })

  it('tells what a cancelled order no longer costs', async () => {
    serve('student', { 'GET /assignments/a1/invoice': { body: invoice({ amountDue: 0 }) } })
    showApp('/assignments/a1/invoice')
    await screen.findByRole('heading', { level: 1, name: 'Invoice' })
    expect(screen.getByRole('main')).toHaveTextContent('Paid$100.00 AUDCredited$20.50 AUDAmount due$0.00 AUD')
  })

  it('can be the receipt of a payment', async () => {
    serve('student')
    showApp('/assignments/a1/payments/p1/receipt')
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt' })).toBeInTheDocument()
    const main = screen.getByRole('main')
    for (const text of [
      'NumberREC-2026-0001',
      'Received onNov 21, 2026',
      'MethodBank transfer',
      'Payment referenceTX 1',
      'InvoiceINV-2026-0001',
      'Essay on tides$100.00 AUD',
    ])
      expect(main).toHaveTextContent(text)
    expect(document.title).toBe('Receipt REC-2026-0001 · Deskmate')
  })

  it.each([
    ['Invoice', '/assignments/a1/invoice'],
    ['Receipt', '/assignments/a1/payments/p1/receipt'],
  ])('is not available to the tutor: %s', async (name, path) => {
    serve('tutor', { 'GET /assignments/a1/invoice': failure(403, 'You do not have permission to do this') })
    showApp(path)
    expect(await screen.findByText('This document is not available to you')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    const back = screen.getByRole('link', { name: 'Back to the assignment' })
    expect(back).toHaveAttribute('href', '/assignments/a1')
  })

  it.each(['p9', 'p2'])('is missing for a payment without a receipt (%s)', async (id) => {
    const returned = payment({ _id: 'p2', kind: 'returned' })
    serve('student', { 'GET /assignments/a1/invoice': { body: invoice({ payments: [returned] }) } })
    const router = showApp(`/assignments/a1/payments/${id}/receipt`)
    expect(await screen.findByText('Receipt not found')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: 'Back to the assignment' }))
    await waitFor(() => expect(addressOf(router)).toBe('/assignments/a1'))
  })

  it('is missing before there is an invoice', async () => {
    serve('student', { 'GET /assignments/a1/invoice': failure(404, 'Invoice not found') })
    showApp('/assignments/a1/invoice')
    expect(await screen.findByText('No invoice yet')).toBeInTheDocument()
  })

  it('reports a failure to load', async () => {
    serve('student', { 'GET /assignments/a1/invoice': failure(404, 'Assignment not found') })
    showApp('/assignments/a1/invoice')
    expect(await screen.findByRole('alert')).toHaveTextContent('Assignment not found')
  })
})
