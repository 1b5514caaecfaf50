import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { actions, assignment } from '../../../testing/assignments'
import { delivery } from '../../../testing/delivered-work'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import type { Assignment } from '../../features/assignments/model'
import type { Delivery } from '../../features/deliveries/model'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

beforeEach(() => signedIn('tutor'))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
  sessionStorage.clear()
})

const inProgress = (overrides: Partial<Assignment> = {}) =>
  assignment({
    status: 'in_progress',
    stage: 'in_progress',
    words: 4,
    actions: actions('deliver', 'hand-back'),
    ...overrides,
  })

const done = inProgress({
  status: 'completed',
  stage: 'delivered',
  lastVersion: 1,
  deliveredAt: '2026-11-21T10:00:00.000Z',
  actions: [],
})

/** The page of an assignment, which a test may change. */
function show(handlers: Parameters<typeof fakeServer>[0] = {}, hash = '') {
  const state = { now: inProgress() }
  const calls = fakeServer({
    'GET /assignments/a1': () => ({ body: state.now }),
    'GET /assignments/a1/story': { body: [] },
    'GET /assignments/a1/rating': { body: null },
    'GET /assignments/a1/deliveries': { body: [] },
    'GET /assignments/a1/revisions': { body: [] },
    'POST /assignments/a1/deliveries': () => {
      state.now = done
      return { status: 201, body: delivery() }
    },
    'GET /assignments/tutor-assignments': failure(500, 'no'),
    ...handlers,
  })
  return { state, calls, router: showApp(`/assignments/a1${hash}`) }
}

const sent = (calls: ReturnType<typeof fakeServer>) =>
  calls.filter(({ method, path }) => method === 'POST' && path === '/assignments/a1/deliveries')
const section = async () => within(await screen.findByRole('region', { name: /^Deliver (your|the)/ }))
const essay = () => new File(['The tides rise'], 'essay.txt')
const attach = async (...files: File[]) => userEvent.upload(await screen.findByLabelText('Files'), files)
const press = async (name: string) => userEvent.click((await section()).getByRole('button', { name }))

describe('delivering work', () => {
  it('counts the words, previews the notice and reports the outcome', async () => {
    const { calls } = show()
    await attach(essay(), new File(['%PDF'], 'figures.pdf'))
    const form = await section()
    expect(await form.findByText('3 words')).toBeInTheDocument()
    expect(form.getByText('Counted once delivered')).toBeInTheDocument()
    expect(form.getByText('The counted files have 3 of the 4 words ordered.')).toBeInTheDocument()
    await userEvent.click(form.getByRole('button', { name: 'Remove figures.pdf' }))
    expect(form.getByText('These files have 3 of the 4 words ordered.')).toBeInTheDocument()
    await userEvent.type(form.getByLabelText(/^Note to the student/), 'All done.')
    const preview = form.getByRole('region', { name: 'What the student will be told' })
    expect(preview).toHaveTextContent('Delivered: Essay on tides')
    expect(preview).toHaveTextContent(
      'They can download the file, read your note (after a review, if it has contact details), and accept the work or ask for changes.',
    )
    await press('Deliver')
    const status = await (await section()).findByText('Version 1 was delivered')
    expect(status.closest('[tabindex]')).toHaveFocus()
    expect(sent(calls)).toHaveLength(1)
    expect(sent(calls)[0]?.body).toMatchObject({
      version: '1',
      note: 'All done.',
      files: { name: 'essay.txt' },
    })
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Deliver' })).not.toBeInTheDocument())
    expect(screen.getByText('Version 1 was delivered')).toBeInTheDocument()
  })

  it('shows the form again when the student asks for changes', async () => {
    const { state } = show()
    await attach(essay())
    await press('Deliver')
    await screen.findByText('Version 1 was delivered')
    state.now = { ...done, status: 'revision', stage: 'revision', actions: actions('deliver') }
    await sendChange({ noun: 'assignments', id: 'a1', change: 'update' })
    expect(await screen.findByRole('heading', { name: 'Deliver the revised work' })).toBeInTheDocument()
    expect(screen.getByLabelText('Files')).toBeInTheDocument()
    expect(screen.queryByText('essay.txt')).not.toBeInTheDocument()
  })

  it('says that contact details were held', async () => {
    const notice = 'Contact details are not passed on. Our team will review this text.'
    show({ 'POST /assignments/a1/deliveries': { status: 201, body: delivery({ held: true, notice }) } })
    await attach(essay())
    await press('Deliver')
    expect(await screen.findByText(notice)).toBeInTheDocument()
  })

  it('needs a note, and a file of a known type', async () => {
    const { calls } = show()
    const form = await section()
    await press('Deliver')
    expect(form.getByText('At least one file is required')).toBeInTheDocument()
    expect(form.getByLabelText('Files')).toHaveFocus()
    await userEvent.upload(form.getByLabelText('Files'), new File(['x'], 'essay.odt'), {
      applyAccept: false,
    })
    expect(form.getByText('Only .pdf, .doc, .docx and .txt files are accepted')).toBeInTheDocument()
    await userEvent.click(form.getByRole('button', { name: 'Remove essay.odt' }))
    await attach(essay())
    await userEvent.click(form.getByLabelText(/^Note to the student/))
    await userEvent.paste('x'.repeat(2001))
    await press('Deliver')
    expect(await form.findByText('Note is too long (at most 2,000 characters)')).toBeInTheDocument()
    expect(sent(calls)).toEqual([])
  })

  it('keeps the input if the connection is lost', async () => {
    const answers: Answer[] = ['unreachable', { status: 201, body: delivery() }]
    const { calls } = show({ 'POST /assignments/a1/deliveries': () => answers.shift() ?? 'silent' })
    await attach(essay())
    const form = await section()
    await userEvent.type(form.getByLabelText(/^Note to the student/), 'All done.')
    await press('Deliver')
    expect(await form.findByRole('alert')).toHaveTextContent(
      'The connection was lost. Your files and your note are still here. Nothing is delivered twice.',
    )
    expect(form.getAllByText('essay.txt').length).toBeGreaterThan(0)
    expect(form.getByLabelText(/^Note to the student/)).toHaveValue('All done.')
    await press('Try again')
    expect(await screen.findByText('Version 1 was delivered')).toBeInTheDocument()
    expect(sent(calls)).toHaveLength(2)
  })

  it('delivers nothing twice after an unanswered attempt', async () => {
    const answers: Answer[] = [
      'unreachable',
      failure(409, 'This version has already been delivered'),
      { status: 201, body: delivery({ version: 2 }) },
    ]
    const known: Delivery[] = []
    const { state, calls } = show({
      'GET /assignments/a1/deliveries': () => ({ body: known }),
      'POST /assignments/a1/deliveries': () => answers.shift() ?? 'silent',
    })
    await attach(essay())
    await press('Deliver')
    const form = await section()
    expect(await form.findByText(/The connection was lost/)).toBeInTheDocument()
    known.push(delivery())
    state.now = inProgress({ stage: 'revision', lastVersion: 1 })
    await press('Try again')
    expect(await form.findByText('Version 1 has already been delivered')).toBeInTheDocument()
    expect(form.queryByText('This version has already been delivered')).not.toBeInTheDocument()
    expect(form.getAllByText('essay.txt').length).toBeGreaterThan(0)
    expect(await screen.findByRole('article', { name: /^Version 1/ })).toBeInTheDocument()
    await press('Deliver')
    expect(await screen.findByText('Version 2 was delivered')).toBeInTheDocument()
    expect(sent(calls).map(({ body }) => (body as { version: string }).version)).toEqual(['1', '1', '2'])
  })

  it('says that an attempt arrived once the page knows', async () => {
    const { state } = show({
      'POST /assignments/a1/deliveries': () => {
        state.now = done
        return 'unreachable'
      },
    })
    await attach(essay())
    await press('Deliver')
    const form = await section()
    expect(await form.findByText('Version 1 has already been delivered')).toBeInTheDocument()
    expect(form.queryByText('Nothing can be delivered now')).not.toBeInTheDocument()
    await press('Clear the form')
    expect(screen.queryByRole('region', { name: /^Deliver (your|the)/ })).not.toBeInTheDocument()
  })

  it('says why it is refused, and keeps the input', async () => {
    show({ 'POST /assignments/a1/deliveries': failure(409, 'A claim is open on this assignment') })
    await attach(essay())
    await press('Deliver')
    const form = await section()
    expect(await form.findByRole('alert')).toHaveTextContent('A claim is open on this assignment')
    expect(form.getAllByText('essay.txt').length).toBeGreaterThan(0)
  })

  it('keeps the input when work can no longer be delivered', async () => {
    const { state } = show()
    await attach(essay())
    state.now = done
    await sendChange({ noun: 'assignments', id: 'a1', change: 'update' })
    const form = await section()
    expect(await form.findByText('Nothing can be delivered now')).toBeInTheDocument()
    expect(form.getByRole('button', { name: 'Deliver' })).toHaveAttribute('aria-disabled', 'true')
    await press('Clear the form')
    expect(screen.queryByRole('region', { name: /^Deliver (your|the)/ })).not.toBeInTheDocument()
  })

  it('asks before leaving a page with undelivered work', async () => {
    const { router } = show()
    await attach(essay())
    void router.navigate('/tutor/dashboard')
    const question = await screen.findByRole('alertdialog', { name: 'Leave this page?' })
    expect(question).toHaveTextContent('we keep your note, but not the files')
    await userEvent.click(within(question).getByRole('button', { name: 'Stay' }))
    expect(router.state.location.pathname).toBe('/assignments/a1')
    await userEvent.click((await section()).getByRole('button', { name: 'Remove essay.txt' }))
    void router.navigate('/tutor/dashboard')
    await waitFor(() => expect(router.state.location.pathname).toBe('/tutor/dashboard'))
  })

  it('restores an unsent note', async () => {
    show()
    await userEvent.type((await section()).getByLabelText(/^Note to the student/), 'Half')
    cleanup()
    show()
    const form = await section()
    expect(form.getByLabelText(/^Note to the student/)).toHaveValue('Half')
    expect(form.getByText(/We restored your unsent note/)).toBeInTheDocument()
    await userEvent.click(form.getByRole('button', { name: 'Start over' }))
    expect(form.getByLabelText(/^Note to the student/)).toHaveValue('')
  })

  it('is where a link to it leads', async () => {
    show({}, '#deliver')
    await waitFor(() => expect(screen.getByRole('region', { name: 'Deliver your work' })).toHaveFocus())
  })

  it('is not offered to anybody who cannot do it', async () => {
    const { state } = show()
    state.now = done
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: /^Deliver (your|the)/ })).not.toBeInTheDocument()
  })
})

describe('the work of a tutor', () => {
  it('starts with one press, and moves the focus on', async () => {
    const { state } = show({
      'POST /assignments/a1/start': () => {
        state.now = inProgress()
        return { body: state.now }
      },
    })
    state.now = assignment({ stage: 'assigned', actions: actions('start', 'hand-back') })
    await userEvent.click(await screen.findByRole('button', { name: 'Start' }))
    const next = await screen.findByRole('region', { name: 'Deliver your work' })
    expect(screen.queryByRole('button', { name: 'Start' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Deliver' })).toHaveAttribute('href', '/assignments/a1#deliver')
    await waitFor(() => expect(next).toHaveFocus())
    expect(store.get(toastsAtom).map(({ title }) => title)).toEqual(['Work started'])
  })

  it('says why it cannot be started', async () => {
    const { state } = show({
      'POST /assignments/a1/start': failure(409, 'This assignment cannot be started'),
    })
    state.now = assignment({ stage: 'assigned', actions: actions('start') })
    await userEvent.click(await screen.findByRole('button', { name: 'Start' }))
    await waitFor(() =>
      expect(store.get(toastsAtom).map(({ title }) => title)).toEqual(['This assignment cannot be started']),
    )
  })

  it('is handed back with a reason, then opens the dashboard', async () => {
    const answers: Answer[] = [
      failure(409, 'Delivered work cannot be handed back'),
      { body: { message: 'Assignment handed back' } },
    ]
    const { calls, router } = show({ 'POST /assignments/a1/hand-back': () => answers.shift() ?? 'silent' })
    await userEvent.click(await screen.findByRole('button', { name: 'Hand back' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand back this assignment' }))
    const submit = dialog.getByRole('button', { name: 'Hand back' })
    await userEvent.click(submit)
    expect(await dialog.findByText('Reason is required')).toBeInTheDocument()
    await userEvent.type(dialog.getByLabelText('Reason'), 'Not my field')
    await userEvent.click(submit)
    expect(await dialog.findByText('Delivered work cannot be handed back')).toBeInTheDocument()
    expect(dialog.getByLabelText('Reason')).toHaveValue('Not my field')
    await userEvent.click(submit)
    await waitFor(() => expect(router.state.location.pathname).toBe('/tutor/dashboard'))
    expect(calls.filter(({ path }) => path.endsWith('hand-back')).at(-1)?.body).toEqual({
      reason: 'Not my field',
    })
    expect(store.get(toastsAtom).map(({ title }) => title)).toContain('Assignment handed back')
  })
})
