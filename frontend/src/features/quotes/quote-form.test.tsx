import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showPart } from '../../../testing/app'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import { PATIENCE } from '../../ui/files/use-upload'
import { fillQuoteForm } from './ask-again'
import { QuoteForm } from './quote-form'

afterEach(() => {
  vi.useRealTimers()
  signedIn(null)
})

const settings = { wordsPerPage: 250, demoMode: false }

function show(place: 'hero' | 'service', wanted: Partial<typeof settings> = {}, service = '') {
  return showPart(<QuoteForm place={place} service={service} settings={{ ...settings, ...wanted }} />)
}

const field = (label: RegExp | string) => screen.getByLabelText(label)
const country = () => screen.getByRole('combobox', { name: 'Country code' })
const button = (name: RegExp | string) => screen.getByRole('button', { name })
const SERVICE = 'Get Your Free Quote Now!'
const HERO = 'Get your free quote'

function fill() {
  const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
  type('Email', 'visitor@example.com')
  type('Phone', '0412 345 678')
  type('Subject or course code', 'HIST101')
  type('Description', 'Two thousand words.')
  type('Deadline date', '2099-12-01')
  type('Deadline time', '21:00')
  fireEvent.click(field(/^I accept/))
}

const pdf = (name = 'brief.pdf', size = 8) => new File(['x'.repeat(size)], name)
const confirmation: Answer = { status: 201, body: { _id: 'q1', reference: 'Q-7F3K2M', message: 'ok' } }

describe('the quote form', () => {
  it.each([
    ['hero', HERO],
    ['service', SERVICE],
  ] as const)('in the %s cannot be sent without accepting the terms', async (place, label) => {
    show(place)
    expect(button(label)).toBeDisabled()
    await userEvent.click(field(/^I accept/))
    expect(button(label)).toBeEnabled()
    await userEvent.click(field(/^I accept/))
    expect(button(label)).toBeDisabled()
  })

  it('names the missing fields and focuses the first', async () => {
    const calls = fakeServer({})
    show('hero')
    await userEvent.click(field(/^I accept/))
    await userEvent.click(button(HERO))
    const missing = [
      ['Email', 'Email is required'],
      ['Phone', 'Phone is required'],
      ['Subject or course code', 'Subject is required'],
      ['Description', 'Description is required'],
      ['Deadline date', 'Deadline is required'],
      ['Deadline time', 'Deadline time is required'],
      [/^Files/, 'File is required'],
    ] as const
    for (const [label, sentence] of missing)
      expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(sentence))
    expect(field('Email')).toHaveFocus()
    const named = () => [...screen.getByRole('alert').querySelectorAll('p')].map((item) => item.textContent)
    expect(named()).toEqual(missing.map(([, sentence]) => sentence))
    await userEvent.type(field('Email'), 'a@example.com')
    await waitFor(() => expect(named()).toEqual(missing.slice(1).map(([, sentence]) => sentence)))
    expect(calls).toEqual([])
  })

  it('focuses the files if they are the only problem', async () => {
    const calls = fakeServer({})
    show('hero')
    fill()
    await userEvent.click(button(HERO))
    expect(await screen.findByRole('alert')).toHaveTextContent('File is required')
    expect(field(/^Files/)).toHaveFocus()
    await userEvent.upload(field(/^Files/), pdf('run.exe'), { applyAccept: false })
    fireEvent.change(field('Email'), { target: { value: 'a@example.com' } })
    field('Email').focus()
    await userEvent.click(button(HERO))
    const sentence = 'Only .pdf, .doc, .docx and .txt files are accepted'
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(sentence))
    expect(field(/^Files/)).toHaveFocus()
    expect(field(/^Files/)).toBeInvalid()
    expect(calls).toEqual([])
  })

  it('focuses the files if the server refuses only them', async () => {
    const sentence = 'Only .pdf, .doc, .docx and .txt files are accepted'
    fakeServer({ 'POST /quotes': failure(415, sentence, { files: { message: sentence } }) })
    show('hero')
    fill()
    await userEvent.upload(field(/^Files/), pdf())
    await userEvent.click(button(HERO))
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(field(/^Files/)).toHaveFocus()
    expect(field(/^Files/)).toHaveAccessibleDescription(expect.stringContaining(sentence))
  })

  it('sends the time zone that it shows', async () => {
    const options = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Etc/Unknown' }
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-600)
    const calls = fakeServer({ 'POST /quotes': confirmation })
    show('service', {}, 'essay-writing')
    expect(screen.getByText('Deadline in your time zone, UTC+10.')).toBeInTheDocument()
    fill()
    await userEvent.click(button(SERVICE))
    await screen.findByText('Thank You!')
    expect(calls[0]?.body).toMatchObject({ deadlineTime: '21:00', timeZone: 'Etc/GMT-10' })
  })

  it('warns before sending that the deadline has passed', () => {
    const warning = () => screen.queryByText('This deadline has already passed.')
    show('service')
    fireEvent.change(field('Deadline date'), { target: { value: '2020-01-01' } })
    expect(warning()).toBeInTheDocument()
    fireEvent.change(field('Deadline date'), { target: { value: '2099-01-01' } })
    expect(warning()).not.toBeInTheDocument()
  })

  it('on a service page sends its slug and time zone', async () => {
    const calls = fakeServer({ 'POST /quotes': confirmation })
    show('service', {}, 'essay-writing')
    fill()
    await userEvent.click(button('More pages'))
    await userEvent.click(button(SERVICE))
    expect(await screen.findByRole('heading', { name: 'Thank You!' })).toHaveFocus()
    expect(screen.getByText('Your request has been submitted successfully.')).toBeInTheDocument()
    expect(screen.getByText("We'll get back to you shortly with a quote.")).toBeInTheDocument()
    expect(screen.getByText('Q-7F3K2M')).toBeInTheDocument()
    expect(calls[0]?.body).toEqual({
      email: 'visitor@example.com',
      phone: '0412 345 678',
      countryCode: 'AU',
      subject: 'HIST101',
      description: 'Two thousand words.',
      deadline: '2099-12-01',
      deadlineTime: '21:00',
      pages: '2',
      terms: 'true',
      service: 'essay-writing',
      timeZone: 'Australia/Sydney',
    })
    await userEvent.click(button('Submit Another Request'))
    expect(field('Email')).toHaveValue('')
    expect(field('Email')).toHaveFocus()
    expect(button(SERVICE)).toBeDisabled()
  })

  it('in the hero has its own confirmation', async () => {
    fakeServer({ 'POST /quotes': confirmation })
    show('hero')
    fill()
    await userEvent.upload(field(/^Files/), [pdf(), pdf('notes.txt')])
    await userEvent.click(button(HERO))
    const thanks = 'Thank you for your submission! We will get back to you shortly.'
    expect(await screen.findByText(thanks)).toBeInTheDocument()
    expect(screen.getByText('Q-7F3K2M')).toBeInTheDocument()
  })

  it('keeps input and files when the server refuses them', async () => {
    fakeServer({
      'POST /quotes': failure(400, 'Phone is invalid', {
        phone: { message: 'Phone is invalid' },
        files: { message: 'Only .pdf, .doc, .docx and .txt files are accepted' },
      }),
    })
    show('service', {}, 'essay-writing')
    fill()
    await userEvent.upload(field(/^Files/), pdf())
    await userEvent.click(button(SERVICE))
    expect(await screen.findByRole('alert')).toHaveTextContent('Phone is invalid')
    expect(field('Phone')).toHaveAccessibleDescription('Phone is invalid')
    expect(field('Phone')).toHaveFocus()
    expect(field('Description')).toHaveValue('Two thousand words.')
    expect(field(/^I accept/)).toBeChecked()
    expect(screen.getByText('brief.pdf')).toBeInTheDocument()
  })

  it('checks files before sending, and lets them be removed', async () => {
    const calls = fakeServer({ 'POST /quotes': confirmation })
    show('service', {}, 'essay-writing')
    fill()
    await userEvent.upload(field(/^Files/), [pdf(), pdf('run.exe')], { applyAccept: false })
    await userEvent.upload(field(/^Files/), pdf('empty.pdf', 0))
    expect(screen.getByText('Only .pdf, .doc, .docx and .txt files are accepted')).toBeInTheDocument()
    expect(screen.getByText('The file is empty')).toBeInTheDocument()
    await userEvent.click(button(SERVICE))
    expect(calls).toEqual([])
    await userEvent.click(button('Remove run.exe'))
    await userEvent.click(button('Remove empty.pdf'))
    await userEvent.click(button(SERVICE))
    expect(await screen.findByText('Thank You!')).toBeInTheDocument()
  })

  it('says that a file is already attached', async () => {
    show('service', {}, 'essay-writing')
    await userEvent.upload(field(/^Files/), pdf())
    await userEvent.upload(field(/^Files/), [pdf(), pdf('notes.txt')])
    const notice = 'Already attached: brief.pdf. To send a different version, remove the first one.'
    expect(screen.getByText(notice)).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(2)
    await userEvent.click(button('Remove brief.pdf'))
    expect(screen.queryByText(notice)).not.toBeInTheDocument()
    await userEvent.upload(field(/^Files/), [pdf(), pdf()])
    expect(screen.getByText(notice)).toBeInTheDocument()
    expect(screen.getAllByText('brief.pdf')).toHaveLength(1)
  })

  it('accepts dropped files', () => {
    show('service', {}, 'essay-writing')
    fireEvent.drop(screen.getByRole('region', { name: 'Drop area' }), { dataTransfer: { files: [pdf()] } })
    expect(screen.getByText('brief.pdf')).toBeInTheDocument()
  })

  it('shows its progress, and can be cancelled', async () => {
    let answer = (_: Answer) => {}
    const waiting = new Promise<Answer>((resolve) => {
      answer = resolve
    })
    fakeServer({ 'POST /quotes': () => waiting })
    show('service', {}, 'essay-writing')
    fill()
    await userEvent.upload(field(/^Files/), pdf())
    await userEvent.click(button(SERVICE))
    expect(await screen.findByRole('progressbar')).toHaveAttribute('value', '0.5')
    await userEvent.click(button('Cancel upload'))
    answer(confirmation)
    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument())
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(field('Email')).toHaveValue('visitor@example.com')
  })

  it('keeps the files being sent, and ignores later ones', async () => {
    let answer = (_: Answer) => {}
    fakeServer({
      'POST /quotes': () =>
        new Promise<Answer>((resolve) => {
          answer = resolve
        }),
    })
    show('service')
    fill()
    await userEvent.upload(field(/^Files/), pdf('first.pdf'))
    await userEvent.click(button(SERVICE))
    await screen.findByRole('progressbar')
    await userEvent.upload(field(/^Files/), pdf('second.pdf'))
    fireEvent.drop(screen.getByRole('region', { name: 'Drop area' }), {
      dataTransfer: { files: [pdf('third.pdf')] },
    })
    expect(screen.getByText('first.pdf')).toBeInTheDocument()
    expect(screen.queryByText(/second\.pdf|third\.pdf/)).not.toBeInTheDocument()
    await act(async () => answer(confirmation))
    expect(await screen.findByText('Q-7F3K2M')).toBeInTheDocument()
  })

  it('says that an unconfirmed request may have arrived', async () => {
    fakeServer({ 'POST /quotes': 'silent' })
    show('service')
    fill()
    vi.useFakeTimers()
    await act(async () => fireEvent.click(button(SERVICE)))
    await act(() => vi.advanceTimersByTimeAsync(PATIENCE))
    await act(async () => fireEvent.click(button('Stop waiting')))
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Your request may have arrived: send it again only if you do not hear from us.',
    )
    expect(field('Description')).toHaveValue('Two thousand words.')
  })

  it('clears the missing-file message when one is attached', async () => {
    fakeServer({})
    show('hero')
    fill()
    await userEvent.click(button(HERO))
    expect(await screen.findByRole('alert')).toHaveTextContent('File is required')
    await userEvent.upload(field(/^Files/), pdf())
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('keeps a draft until sent, and can start over', async () => {
    const first = show('service', {}, 'essay-writing')
    fill()
    first.unmount()
    show('service', {}, 'essay-writing')
    expect(field('Email')).toHaveValue('visitor@example.com')
    expect(field('Deadline time')).toHaveValue('21:00')
    await userEvent.upload(field(/^Files/), pdf())
    fireEvent.click(button('Start over'))
    expect(field('Email')).toHaveValue('')
    expect(screen.queryByText('brief.pdf')).not.toBeInTheDocument()
  })

  it('starts empty whenever the service changes', () => {
    const pages = [
      ['service', 'essay-writing'],
      ['service', 'turnitin'],
      ['service', 'essay-writing'],
    ] as const
    for (const [place, slug] of pages) {
      const { unmount } = show(place, {}, slug)
      expect(field('Email')).toHaveValue('')
      expect(screen.queryByText(/what you entered before/)).not.toBeInTheDocument()
      if (slug === 'essay-writing') fill()
      unmount()
    }
  })

  it('is cleared on a logout in another tab', async () => {
    show('hero')
    fill()
    await userEvent.upload(field(/^Files/), pdf())
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'forget-drafts', newValue: '1' }))
    })
    expect(field('Email')).toHaveValue('')
    expect(screen.queryByText('brief.pdf')).not.toBeInTheDocument()
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it("begins with the account's address unless another is typed", () => {
    signedIn('student')
    show('hero')
    expect(field('Email')).toHaveValue('robin@example.com')
    act(() => signedIn(null))
    expect(field('Email')).toHaveValue('')
    act(() => signedIn('student'))
    expect(field('Email')).toHaveValue('robin@example.com')
    fireEvent.change(field('Email'), { target: { value: 'other@example.com' } })
    act(() => signedIn(null))
    expect(field('Email')).toHaveValue('other@example.com')
  })

  it('is filled with what is known of an earlier request', () => {
    fillQuoteForm({ subject: 'HIST101', pages: '8' }, 'essay-writing')
    const { unmount } = show('hero')
    expect(field('Subject or course code')).toHaveValue('')
    unmount()
    show('service', {}, 'essay-writing')
    expect(field('Subject or course code')).toHaveValue('HIST101')
    expect(field('Pages')).toHaveValue('8')
    expect(screen.getByText(/We filled in what you entered before/)).toBeInTheDocument()
  })

  it("keeps the hero's draft apart from those of services", () => {
    const hero = show('hero')
    fill()
    hero.unmount()
    const service = show('service', {}, 'hero')
    expect(field('Email')).toHaveValue('')
    service.unmount()
    show('hero')
    expect(field('Email')).toHaveValue('visitor@example.com')
  })

  it.each([
    ['hero', HERO, 'Thank you for your submission! We will get back to you shortly.', 1500],
    ['service', SERVICE, 'Thank You!', 0],
  ] as const)('in demo mode makes no call in the %s', async (place, label, thanks, delay) => {
    const calls = fakeServer({})
    show(place, { demoMode: true })
    fill()
    fireEvent.change(field(/^Files/), { target: { files: [pdf()] } })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(button(label))
    if (delay > 0) {
      await act(() => vi.advanceTimersByTimeAsync(delay - 100))
      expect(screen.queryByText(thanks)).not.toBeInTheDocument()
    }
    await vi.waitFor(() => expect(screen.getByText(thanks)).toBeInTheDocument(), 60_000)
    vi.useRealTimers()
    expect(screen.queryByText('Your reference')).not.toBeInTheDocument()
    expect(calls).toEqual([])
  })
})

describe('the number of pages', () => {
  it('has buttons, and shows how many words it means', async () => {
    show('service', { wordsPerPage: 300 })
    expect(screen.getByText('1 page = 300 words')).toBeInTheDocument()
    expect(button('Fewer pages')).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(button('More pages'))
    await userEvent.click(button('More pages'))
    expect(field('Pages')).toHaveValue('3')
    expect(screen.getByText('3 pages = 900 words')).toBeInTheDocument()
    await userEvent.click(button('Fewer pages'))
    expect(field('Pages')).toHaveValue('2')
    // Reaching the minimum keeps the focus, and pressing again changes nothing.
    await userEvent.keyboard('{Enter}{Enter}')
    expect(field('Pages')).toHaveValue('1')
    expect(button('Fewer pages')).toHaveFocus()
  })

  it.each(['', 'many', '0', '-4'])('becomes 1 if %j is typed', async (text) => {
    show('service')
    fireEvent.change(field('Pages'), { target: { value: text } })
    fireEvent.blur(field('Pages'))
    expect(field('Pages')).toHaveValue('1')
  })
})

describe('the country', () => {
  it('starts as Australia, and lists all countries when opened', async () => {
    show('service')
    expect(country()).toHaveValue('Australia (+61)')
    await userEvent.click(country())
    expect(country()).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getAllByRole('option').length).toBeGreaterThanOrEqual(240)
    await userEvent.click(field('Description'))
    expect(country()).toHaveAttribute('aria-expanded', 'false')
    expect(country()).toHaveValue('Australia (+61)')
  })

  it('can be found by name or dialling code', async () => {
    show('service')
    await userEvent.click(country())
    for (const [typed, found] of [
      ['new zea', 'New Zealand (+64)'],
      ['+354', 'Iceland (+354)'],
    ] as const) {
      await userEvent.clear(country())
      await userEvent.keyboard(typed)
      expect(within(screen.getByRole('listbox')).getAllByRole('option')[0]).toHaveTextContent(found)
    }
    await userEvent.keyboard('{Enter}')
    expect(country()).toHaveValue('Iceland (+354)')
  })

  it('keeps the previous choice if nothing matches', async () => {
    show('service')
    await userEvent.clear(country())
    await userEvent.type(country(), 'atlantis')
    expect(screen.getByText('No matches')).toBeInTheDocument()
    await userEvent.tab()
    expect(country()).toHaveValue('Australia (+61)')
    await userEvent.type(country(), 'x')
    await userEvent.keyboard('{Escape}')
    expect(country()).toHaveValue('Australia (+61)')
  })
})
