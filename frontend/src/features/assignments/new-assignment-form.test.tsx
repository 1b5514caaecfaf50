import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showPart } from '../../../testing/app'
import { assignment } from '../../../testing/assignments'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import { DialogAround } from '../../ui/dialogs/modal'
import { PATIENCE } from '../../ui/files/use-upload'
import { NewAssignmentForm } from './new-assignment-form'

afterEach(() => {
  vi.useRealTimers()
  signedIn(null)
})

function show() {
  const dialog = { close: vi.fn(), done: vi.fn(), report: vi.fn() }
  const onCreated = vi.fn()
  const { unmount } = showPart(
    <DialogAround value={dialog}>
      <NewAssignmentForm onCreated={onCreated} />
    </DialogAround>,
  )
  return { dialog, onCreated, unmount }
}

const field = (label: RegExp | string) => screen.getByLabelText(label)

async function fill() {
  await userEvent.type(field('Title'), 'Essay on tides')
  await userEvent.type(field('Description'), 'Two thousand words.')
  await userEvent.type(field('Subject'), 'Physics')
  await userEvent.type(field('Due date'), '2099-12-01T21:00')
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Create Assignment' }))

const essay = (name = 'essay.pdf', size = 8) => new File(['x'.repeat(size)], name)

describe('the form of a new assignment', () => {
  it('names the missing fields and focuses the first', async () => {
    show()
    await send()
    for (const label of ['Title', 'Description', 'Subject', 'Due date']) {
      expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(`${label} is required`))
    }
    expect(field('Title')).toHaveFocus()
    expect(field('Priority')).toHaveValue('Medium')
  })

  it.each([
    ['student', '/assignments'],
    [null, '/assignments/public'],
  ] as const)('is sent by %s to %s, with times in UTC', async (role, path) => {
    signedIn(role)
    const calls = fakeServer({ [`POST ${path}`]: { status: 201, body: assignment() } })
    const { onCreated } = show()
    await fill()
    await userEvent.upload(field(/^File/), essay())
    await send()
    await waitFor(() => expect(onCreated).toHaveBeenCalledOnce())
    expect(calls[0]?.body).toMatchObject({
      title: 'Essay on tides',
      description: 'Two thousand words.',
      dueDate: '2099-12-01T10:00:00.000Z',
      subject: 'Physics',
      priority: 'Medium',
      file: expect.any(File),
    })
    expect(calls[0]?.headers.authorization).toBe(role ? 'Bearer a-token' : undefined)
  })

  it.each([
    ['essay.zip', 8, 'Only .pdf, .doc, .docx and .txt files are accepted'],
    ['essay.pdf', 0, 'The file is empty'],
    ['essay.pdf', 26_214_401, 'Files may be at most 25 MB'],
  ])('refuses %s of %d bytes before sending it', async (name, size, sentence) => {
    const calls = fakeServer({})
    show()
    await fill()
    await userEvent.upload(field(/^File/), essay(name, size), { applyAccept: false })
    expect(field(/^File/)).toHaveAccessibleDescription(expect.stringContaining(sentence))
    await send()
    expect(calls).toEqual([])
  })

  it('keeps the input when the server refuses it', async () => {
    const sentence = 'Only .pdf, .doc, .docx and .txt files are accepted'
    fakeServer({ 'POST /assignments/public': failure(415, sentence, { file: { message: sentence } }) })
    const { onCreated } = show()
    await fill()
    await userEvent.upload(field(/^File/), essay())
    await send()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(field(/^File/)).toHaveAccessibleDescription(expect.stringContaining(sentence))
    expect(field('Title')).toHaveValue('Essay on tides')
    expect(screen.getByText('essay.pdf')).toBeInTheDocument()
    expect(onCreated).not.toHaveBeenCalled()
  })

  it('shows its own message for a failure without one', async () => {
    fakeServer({ 'POST /assignments/public': { status: 502 } })
    show()
    await fill()
    await send()
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to upload assignment')
  })

  it('shows its progress, and can be cancelled', async () => {
    let answer = (_: Answer) => {}
    const waiting = new Promise<Answer>((resolve) => {
      answer = resolve
    })
    fakeServer({ 'POST /assignments/public': () => waiting })
    const { onCreated } = show()
    await fill()
    await userEvent.upload(field(/^File/), essay())
    await send()
    expect(await screen.findByRole('progressbar')).toHaveAttribute('value', '0.5')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
    answer({ status: 201, body: assignment() })
    expect(await screen.findByRole('button', { name: 'Cancel' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(onCreated).not.toHaveBeenCalled()
    expect(field('Title')).toHaveValue('Essay on tides')
  })

  it('stays open while sending, but can be left when overdue', async () => {
    fakeServer({ 'POST /assignments/public': 'silent' })
    const { dialog, onCreated } = show()
    await fill()
    await userEvent.upload(field(/^File/), essay())
    vi.useFakeTimers()
    const submit = screen.getByRole('button', { name: 'Create Assignment' })
    await act(async () => fireEvent.click(submit))
    expect(screen.getByRole('button', { name: 'Sent, waiting for confirmation' })).toBeInTheDocument()
    expect(dialog.report).toHaveBeenLastCalledWith({ typed: false, sending: true })
    await act(() => vi.advanceTimersByTimeAsync(PATIENCE))
    expect(dialog.report).toHaveBeenLastCalledWith({ typed: false, sending: false })

    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Stop waiting' })))
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Your assignment may have arrived. Check your list before you send it again.',
    )
    expect(onCreated).not.toHaveBeenCalled()
    expect(field('Title')).toHaveValue('Essay on tides')
    expect(screen.getByText('essay.pdf')).toBeInTheDocument()
  })

  it('clears its summary when another file is chosen', async () => {
    const sentence = 'The file is empty'
    fakeServer({ 'POST /assignments/public': failure(400, sentence, { file: { message: sentence } }) })
    show()
    await fill()
    await userEvent.upload(field(/^File/), essay())
    await send()
    await screen.findByRole('alert')
    await userEvent.upload(field(/^File/), essay('other.pdf'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('keeps the file being sent, and ignores later choices', async () => {
    let answer = (_: Answer) => {}
    const calls = fakeServer({
      'POST /assignments/public': () =>
        new Promise<Answer>((resolve) => {
          answer = resolve
        }),
    })
    const { onCreated } = show()
    await fill()
    await userEvent.upload(field(/^File/), essay('first.pdf'))
    await send()
    await screen.findByRole('progressbar')
    await userEvent.upload(field(/^File/), essay('second.pdf'))
    fireEvent.drop(screen.getByRole('region', { name: 'Drop area' }), {
      dataTransfer: { files: [essay('third.pdf')] },
    })
    expect(screen.getByText('first.pdf')).toBeInTheDocument()
    expect(screen.queryByText(/second\.pdf|third\.pdf/)).not.toBeInTheDocument()
    await act(async () => answer({ status: 201, body: assignment() }))
    expect(onCreated).toHaveBeenCalledOnce()
    expect(calls[0]?.body).toMatchObject({ file: expect.objectContaining({ name: 'first.pdf' }) })
  })

  it('keeps a draft until it is sent', async () => {
    fakeServer({ 'POST /assignments/public': { status: 201, body: assignment() } })
    const first = show()
    await fill()
    first.unmount()

    const second = show()
    expect(field('Title')).toHaveValue('Essay on tides')
    expect(field('Due date')).toHaveValue('2099-12-01T21:00')
    await send()
    await waitFor(() => expect(second.onCreated).toHaveBeenCalledOnce())
    second.unmount()

    show()
    expect(field('Title')).toHaveValue('')
  })

  it('can start over', async () => {
    const first = show()
    await fill()
    first.unmount()
    show()
    await userEvent.upload(field(/^File/), essay())
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
    expect(field('Title')).toHaveValue('')
    expect(screen.queryByText('essay.pdf')).not.toBeInTheDocument()
    expect(screen.queryByText(/unsent draft/)).not.toBeInTheDocument()
  })
})
