import { createHash } from 'node:crypto'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import type { Receipt } from '../../features/receipts/model'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

// Loading the code may take longer than a test is allowed to.
beforeAll(() =>
  Promise.all([import('./delivery-receipt-page'), import('../../features/receipts/file-check')]),
)

afterEach(() => signedIn(null))

const text = 'Two thousand words on the tides.'
const sha256 = createHash('sha256').update(text).digest('hex')

const receipt: Receipt = {
  code: 'k7f3m2q9x4w8z5n1',
  reference: 'A-7F3K2M',
  version: 2,
  deliveredAt: '2026-11-21T10:00:05.000Z',
  files: [
    { name: 'Tides.docx', size: text.length, sha256 },
    { name: 'Sources.txt', size: 2048, sha256: 'b'.repeat(64) },
  ],
}

const PATH = '/receipts/k7f3m2q9x4w8z5n1'

function show() {
  const calls = fakeServer({ [`GET ${PATH}`]: { body: receipt } })
  showApp(PATH)
  return calls
}

const field = () => screen.findByLabelText('File to check')

describe('the receipt of a delivery', () => {
  it('shows order, version, both times and whole checksums', async () => {
    show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt of delivery' })).toBeInTheDocument()
    await waitFor(() => expect(document.title).toBe('Receipt of delivery · Deskmate'))
    for (const fact of ['A-7F3K2M', '2', 'k7f3m2q9x4w8z5n1'])
      expect(screen.getByText(fact)).toBeInTheDocument()
    expect(screen.getByText(/10:00:05.*UTC/)).toBeInTheDocument()
    expect(screen.getByText(/2026.*9:00.*(AEDT|GMT\+11)/)).toBeInTheDocument()
    const [, essay, sources] = within(screen.getByRole('table', { name: 'Delivered files' })).getAllByRole(
      'row',
    )
    expect(essay).toHaveTextContent(`Tides.docx32 bytes${sha256}`)
    expect(sources).toHaveTextContent(`Sources.txt2 kB 2,048 bytes${'b'.repeat(64)}`)
  })

  it('says there is none, and leads to the front page', async () => {
    fakeServer({ [`GET ${PATH}`]: failure(404, 'Receipt not found') })
    showApp(PATH)
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt not found' })).toBeInTheDocument()
    const home = within(screen.getByRole('main')).getByRole('link', { name: 'Go to the front page' })
    expect(home).toHaveAttribute('href', '/')
  })

  it('can be loaded again after a failure', async () => {
    let there = false
    fakeServer({ [`GET ${PATH}`]: () => (there ? { body: receipt } : 'unreachable') })
    showApp(PATH)
    await screen.findByText('Failed to load the receipt')
    there = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('A-7F3K2M')).toBeInTheDocument()
  })
})

describe('the check of a file', () => {
  it('recognizes a delivered file under any name, without sending it', async () => {
    const calls = show()
    const sent = calls.length
    expect(await field()).toHaveAccessibleDescription(
      'The file stays on your device. It is read in your browser and never sent.',
    )
    await userEvent.upload(await field(), new File([text], 'renamed.docx'))
    expect(await screen.findByText('This is Tides.docx exactly as delivered.')).toBeInTheDocument()
    expect(calls.slice(sent).filter(({ path }) => path !== PATH)).toEqual([])
  })

  it('says that a file is not part of the receipt', async () => {
    show()
    await userEvent.upload(await field(), new File(['something else'], 'other.pdf'))
    expect(await screen.findByText('This file is not part of this receipt.')).toBeInTheDocument()
    expect(screen.queryByText(/has the same name/)).not.toBeInTheDocument()
  })

  it.each([
    ['x', 'It has 1 byte. The delivered file has 32 bytes.'],
    ['two thousand words on the tides.', 'Both files have 32 bytes.'],
  ])('explains a same-named file with other content: "%s"', async (content, sizes) => {
    show()
    const drop = (await field()).closest('section') as HTMLElement
    fireEvent.drop(drop, { dataTransfer: { files: [new File([content], 'Tides.docx')] } })
    expect(await screen.findByText('This file is not part of this receipt.')).toBeInTheDocument()
    expect(
      screen.getByText(/It has the same name as Tides.docx, but its content is different/),
    ).toHaveTextContent(sizes)
  })

  it('can be cancelled, and begun again', async () => {
    show()
    const endless = new File([text], 'Tides.docx')
    endless.stream = () => new ReadableStream()
    await userEvent.upload(await field(), endless)
    expect(await screen.findByRole('progressbar', { name: 'Reading the file' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('Cancelled. Nothing was compared.')).toBeInTheDocument()
    expect(await field()).toHaveFocus()
    await userEvent.upload(await field(), new File([text], 'Tides.docx'))
    expect(await screen.findByText('This is Tides.docx exactly as delivered.')).toBeInTheDocument()
  })

  it('shows the outcome of the last file that was chosen', async () => {
    show()
    const slow = new File(['slow'], 'slow.pdf')
    slow.stream = () => new ReadableStream()
    await userEvent.upload(await field(), slow)
    await userEvent.upload(await field(), new File([text], 'Tides.docx'))
    expect(await screen.findByText('This is Tides.docx exactly as delivered.')).toBeInTheDocument()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })

  it('takes the first of several files, and says so', async () => {
    show()
    const drop = (await field()).closest('section') as HTMLElement
    const files = [new File([text], 'Tides.docx'), new File(['x'], 'other.pdf')]
    fireEvent.drop(drop, { dataTransfer: { files } })
    expect(await screen.findByText('This is Tides.docx exactly as delivered.')).toBeInTheDocument()
    const sentence = 'Files are checked one at a time. Only the first of them was used.'
    expect(screen.getByText(sentence)).toBeInTheDocument()
    await userEvent.upload(await field(), new File(['x'], 'other.pdf'))
    expect(await screen.findByText('This file is not part of this receipt.')).toBeInTheDocument()
    expect(screen.queryByText(sentence)).not.toBeInTheDocument()
  })

  it('says that a file could not be read', async () => {
    show()
    const broken = new File([text], 'Tides.docx')
    broken.stream = () => {
      throw new Error('gone')
    }
    await userEvent.upload(await field(), broken)
    expect(await screen.findByText('The file could not be read. Choose it again.')).toBeInTheDocument()
  })
})
