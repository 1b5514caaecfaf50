import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { assignment } from '../../../testing/assignments'
import { deliveredFile, delivery } from '../../../testing/delivered-work'
import { openedTabs } from '../../../testing/downloads'
import { failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import type { Assignment } from '../../features/assignments/model'
import type { Delivery } from '../../features/deliveries/model'
import type { Role } from '../../lib/session/session'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

// Loading the code may take longer than a test is allowed to.
beforeAll(() => Promise.all([import('./assignment-page'), import('../../features/deliveries/changed-text')]))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

function show(
  role: Role,
  deliveries: Delivery[],
  overrides: Partial<Assignment> = {},
  handlers: Parameters<typeof fakeServer>[0] = {},
) {
  signedIn(role)
  const order = assignment({ status: 'completed', stage: 'delivered', actions: [], ...overrides })
  const calls = fakeServer({
    'GET /assignments/a1': { body: order },
    'GET /assignments/a1/story': { body: [] },
    'GET /assignments/a1/rating': { body: null },
    'GET /assignments/a1/payments': { body: [] },
    'GET /assignments/a1/deliveries': () => ({ body: deliveries }),
    ...handlers,
  })
  showApp('/assignments/a1')
  return calls
}

const region = (name: string) => screen.findByRole('region', { name })
const newest = () => screen.findByRole('article', { name: /^Version/ })

const two = [
  delivery({ version: 2, note: 'With your changes.', words: 2100, answersRevision: 1 }),
  delivery({ version: 1, note: 'The first draft.' }),
]

describe('the versions of the work', () => {
  it.each<Role>(['student', 'tutor', 'admin'])(
    'are shown to a %s, the newest open and the others folded',
    async (role) => {
      show(role, two, { words: 2000 })
      const latest = await newest()
      expect(latest).toHaveTextContent(/^Version 2 Latest version/)
      expect(latest).toHaveTextContent(/Delivered by Kim Marsh on .*21.* Answers revision 1/)
      expect(latest).toHaveTextContent('With your changes.')
      expect(latest).toHaveTextContent('2,100 of 2,000 words ordered')
      expect(latest).not.toHaveTextContent('fewer')
      expect(within(latest).getByRole('link', { name: 'Receipt of version 2' })).toHaveAttribute(
        'href',
        '/receipts/receiptcode2',
      )
      const earlier = await region('Earlier versions')
      expect(within(earlier).getByText('Version 1').closest('details')).not.toHaveAttribute('open')
      expect(earlier).toHaveTextContent('The first draft.')
      expect(earlier).toHaveTextContent('1,850 of 2,000 words ordered 150 words fewer than ordered.')
    },
  )

  it('name no number of words that is not known', async () => {
    show('student', [delivery({ words: null, files: [deliveredFile({ words: null })] })], { words: 2000 })
    expect(await newest()).not.toHaveTextContent('words')
  })

  it('have files behind fresh links, with checksums to copy', async () => {
    const user = userEvent.setup()
    const followed = openedTabs()
    const link = '/api/assignments/a1/deliveries/1/files/tides_x1.docx?sign=fresh'
    show(
      'student',
      [delivery()],
      {},
      {
        'POST /assignments/a1/deliveries/1/files/tides_x1.docx/link': { body: { url: link } },
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Download Tides.docx 20 kB' }))
    await waitFor(() => expect(followed).toEqual([link]))
    expect(await newest()).toHaveTextContent('SHA-256 3f2a9c0d1e4b…')
    await user.click(screen.getByRole('button', { name: 'Copy the SHA-256 of Tides.docx' }))
    expect(await navigator.clipboard.readText()).toBe('3f2a9c0d1e4b'.padEnd(64, '0'))
    expect(store.get(toastsAtom).map(({ title }) => title)).toEqual(['SHA-256 copied'])
  })

  it('say when a file was deleted', async () => {
    show('student', [delivery({ files: [deliveredFile({ purgedAt: '2027-05-20T00:00:00.000Z' })] })])
    expect(await newest()).toHaveTextContent(/Tides\.docx.*Deleted on .*20.*2027/)
    expect(screen.queryByRole('button', { name: /^Download/ })).not.toBeInTheDocument()
  })

  it.each<[Role, Partial<Delivery>, string]>([
    ['student', { note: 'This text is being reviewed.' }, 'This text is being reviewed.'],
    ['student', { note: 'This text was removed.' }, 'This text was removed.'],
    [
      'tutor',
      {
        note: 'Call me',
        held: true,
        notice: 'Contact details are not passed on. Our team will review this text.',
      },
      'Call meContact details are not passed on. Our team will review this text.',
    ],
    [
      'admin',
      { note: 'Call me', held: true },
      'Call meHeld for review. Only the tutor and our team can read this text.',
    ],
  ])('show a %s a note as %j', async (role, overrides, text) => {
    show(role, [delivery(overrides)])
    expect(await newest()).toHaveTextContent(text)
  })

  it('appear as soon as they are delivered', async () => {
    const deliveries: Delivery[] = []
    show('student', deliveries, { status: 'in_progress', stage: 'in_progress' })
    expect(await screen.findByText('Nothing has been delivered yet')).toBeInTheDocument()
    deliveries.push(delivery())
    await sendChange({ noun: 'assignments', id: 'a1', change: 'update' })
    expect(await newest()).toHaveTextContent('Version 1')
    expect(screen.queryByText('Nothing has been delivered yet')).not.toBeInTheDocument()
  })

  it.each(['unassigned', 'delivered'])('take no room without any while the work is %s', async (stage) => {
    const calls = show('student', [], { stage })
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/assignments/a1/deliveries'))
    await screen.findByRole('heading', { name: 'Next steps' })
    await waitFor(() => expect(screen.queryByText('Delivered work')).not.toBeInTheDocument())
  })

  it('can be loaded again after a failure', async () => {
    let there = false
    show(
      'student',
      [],
      {},
      {
        'GET /assignments/a1/deliveries': () => (there ? { body: [delivery()] } : 'unreachable'),
      },
    )
    await screen.findByText('Failed to load the delivered work')
    there = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await newest()).toHaveTextContent('Version 1')
  })
})

describe('comparing versions', () => {
  const textOf = (version: number, file = 'tides_x1.docx') =>
    `GET /assignments/a1/deliveries/${version}/files/${file}/text`
  const texts = {
    [textOf(1)]: { body: { text: 'The moon pulls the sea.' } },
    [textOf(2)]: { body: { text: 'The moon gently pulls the ocean.' } },
  }
  const open = async () => userEvent.click(await screen.findByText('Compare two versions'))
  const compare = async () => userEvent.click(screen.getByRole('button', { name: 'Show what changed' }))

  it('needs two', async () => {
    show('student', [delivery()])
    await newest()
    expect(screen.queryByText('Compare two versions')).not.toBeInTheDocument()
  })

  it('shows the two newest side by side, or those chosen', async () => {
    show('student', [delivery({ version: 3, note: 'Third.' }), ...two])
    await open()
    const [earlier, later] = [
      screen.getByLabelText('Earlier version'),
      screen.getByLabelText('Later version'),
    ]
    expect(earlier).toHaveValue('2')
    expect(later).toHaveValue('3')
    await userEvent.selectOptions(earlier, 'Version 1')
    await userEvent.selectOptions(later, 'Version 2')
    expect(
      within(earlier)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Version 1'])
    expect(earlier.closest('details')).toHaveTextContent(/The first draft\..*With your changes\./)
  })

  it('marks what was added and removed, also for screen readers', async () => {
    show('student', two, {}, texts)
    await open()
    await compare()
    const result = await region('Text with its changes')
    expect(screen.getByText('2 words added, 1 word removed.')).toBeInTheDocument()
    const marks = [...result.querySelectorAll('ins, del')].map(({ tagName, textContent }) => [
      tagName,
      textContent,
    ])
    expect(marks).toEqual([
      ['INS', expect.stringMatching(/^Added: ?gently ? \(end of added text\) $/)],
      ['DEL', 'Removed: sea (end of removed text) '],
      ['INS', 'Added: ocean (end of added text) '],
    ])
  })

  it('folds what did not change', async () => {
    const long = Array.from({ length: 300 }, (_, i) => `tide${i}`).join(' ')
    show(
      'student',
      two,
      {},
      {
        [textOf(1)]: { body: { text: `${long} sea` } },
        [textOf(2)]: { body: { text: `${long} ocean` } },
      },
    )
    await open()
    await compare()
    const folded = await screen.findByText('275 unchanged words')
    expect(folded.closest('details')).not.toHaveAttribute('open')
  })

  it('compares files of the same name, or those chosen', async () => {
    const sources = (version: number) => deliveredFile({ _id: `sources_${version}.txt`, name: 'Sources.txt' })
    const pdf = deliveredFile({ _id: 'tides.pdf', name: 'Tides.pdf', comparable: false })
    const calls = show(
      'student',
      [
        delivery({ version: 2, files: [pdf, sources(2), deliveredFile()] }),
        delivery({
          version: 1,
          files: [sources(1), deliveredFile({ _id: 'draft.docx', name: 'Draft.docx' })],
        }),
      ],
      {},
      {
        [textOf(1, 'sources_1.txt')]: { body: { text: 'One.' } },
        [textOf(1, 'draft.docx')]: { body: { text: 'Two.' } },
        [textOf(2, 'sources_2.txt')]: { body: { text: 'One.' } },
      },
    )
    await open()
    const before = screen.getByLabelText('File of version 1')
    const after = screen.getByLabelText('File of version 2')
    expect(
      within(after)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Sources.txt', 'Tides.docx'])
    expect([before, after].map((select) => (select as HTMLSelectElement).value)).toEqual([
      'sources_1.txt',
      'sources_2.txt',
    ])
    await compare()
    expect(await screen.findByText('The texts are the same.')).toBeInTheDocument()
    await userEvent.selectOptions(before, 'Draft.docx')
    expect(await screen.findByText('1 word added, 1 word removed.')).toBeInTheDocument()
    expect(calls.filter(({ path }) => path.endsWith('/text'))).toHaveLength(3)
  })

  it('says that texts cannot be compared', async () => {
    const scan = delivery({ version: 2, files: [deliveredFile({ comparable: false })] })
    show('student', [scan, delivery()])
    await open()
    expect(screen.getByText(/The texts of these versions cannot be compared/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Show what changed' })).not.toBeInTheDocument()
  })

  it('says that a text could not be loaded', async () => {
    show('student', two, {}, { ...texts, [textOf(2)]: failure(404, 'File not found') })
    await open()
    await compare()
    expect(await screen.findByText('The texts could not be loaded')).toBeInTheDocument()
    expect(screen.getByText('File not found')).toBeInTheDocument()
  })
})
