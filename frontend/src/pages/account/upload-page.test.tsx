import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { showApp } from '../../../testing/app'
import { assignment } from '../../../testing/assignments'
import { failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import { writeDraft } from '../../lib/storage/draft'

beforeEach(() => signedIn('student'))
afterEach(() => signedIn(null))

const dashboard = { 'GET /assignments/stats': { status: 502 }, 'GET /assignments': { body: [] } }

async function fill() {
  await userEvent.type(await screen.findByLabelText('Title'), 'Essay on tides')
  await userEvent.type(screen.getByLabelText('Description'), 'Two thousand words.')
  await userEvent.type(screen.getByLabelText('Subject'), 'Physics')
  await userEvent.type(screen.getByLabelText('Due date'), '2099-12-01')
}

const attach = () => {
  const files = [new File(['%PDF'], 'tides.pdf')]
  fireEvent.drop(screen.getByRole('region', { name: 'Drop area' }), { dataTransfer: { files } })
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Upload Assignment' }))

describe('the upload page', () => {
  it('requires every field, including the attachment', async () => {
    const calls = fakeServer({})
    showApp('/upload')
    await screen.findByLabelText('Title')
    await send()
    for (const label of ['Title', 'Description', 'Subject', 'Due date', 'Attachment'])
      expect(await screen.findByText(`${label} is required`)).toBeInTheDocument()
    expect(screen.getByLabelText('Priority')).toHaveValue('Medium')
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it.each([
    ['student', 'It will appear on your dashboard.', null],
    ['tutor', /It will appear in your work/, ['Handed in by you', '/tutor/assignments?show=handed_in']],
    ['admin', /It will appear in the assignment list/, ['handed in by you', '/admin/dashboard?by=me']],
  ] as const)('tells a %s where the assignment will appear', async (role, sentence, link) => {
    signedIn(role)
    fakeServer({})
    showApp('/upload')
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    if (link) expect(screen.getByRole('link', { name: link[0] })).toHaveAttribute('href', link[1])
  })

  it('restores a draft, but says its file was not kept', async () => {
    fakeServer({})
    writeDraft('upload', { title: 'Essay on tides' })
    showApp('/upload')
    expect(
      await screen.findByText(/We restored your unsent draft. Please attach any file again/),
    ).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
    expect(screen.getByLabelText('Title')).toHaveValue('')
  })

  it('focuses the attachment if it is the only invalid field', async () => {
    const sentence = 'Only .pdf, .doc, .docx and .txt files are accepted'
    fakeServer({ 'POST /assignments': failure(415, sentence, { file: { message: sentence } }) })
    showApp('/upload')
    await fill()
    await send()
    expect(await screen.findByText('Attachment is required')).toBeInTheDocument()
    expect(screen.getByLabelText('Attachment')).toHaveFocus()
    attach()
    await send()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('Attachment')).toHaveFocus()
  })

  it('sends the local end of the day, then confirms', async () => {
    const calls = fakeServer({ ...dashboard, 'POST /assignments': { status: 201, body: assignment() } })
    const router = showApp('/upload')
    await fill()
    attach()
    await send()
    expect(await screen.findByText('Assignment uploaded!')).toBeInTheDocument()
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      dueDate: '2099-12-01T12:59:59.000Z',
      file: expect.any(File),
    })
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  it.each([
    [failure(413, 'Files may be at most 25 MB'), 'Files may be at most 25 MB'],
    [{ status: 502 }, 'Failed to upload assignment'],
    ['unreachable' as const, 'Unable to reach the server. Please check your connection.'],
  ])('says why the upload failed, and keeps the input', async (answer, sentence) => {
    fakeServer({ 'POST /assignments': answer })
    showApp('/upload')
    await fill()
    attach()
    await send()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('Title')).toHaveValue('Essay on tides')
    expect(screen.getByText('tides.pdf')).toBeInTheDocument()
  })

  it('ends the session if the server does', async () => {
    fakeServer({ 'POST /assignments': failure(401, 'Please log in to continue') })
    showApp('/upload')
    await fill()
    attach()
    await send()
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  })
})
