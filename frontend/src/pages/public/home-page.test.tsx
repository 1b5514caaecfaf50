import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

afterEach(() => {
  vi.useRealTimers()
  store.set(toastsAtom, [])
  signedIn(null)
})

const serve = (experts: unknown = []) =>
  fakeServer({ 'GET /site': { body: site() }, 'GET /experts': { body: experts } })

const expert = {
  name: 'Kim Marsh',
  specialization: 'Physics',
  experience: 'Expert',
  averageRating: 4.5,
  ratingCount: 2,
  completedAssignments: 7,
}

describe('the front page', () => {
  it('offers visitors the quote form and an account', async () => {
    serve()
    showApp('/')
    const main = within(await screen.findByRole('main'))
    expect(await main.findByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup')
    const tabs = main.getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Essays', 'Research Papers', 'Case Studies'])
    expect(tabs[0]).toHaveAttribute('aria-selected', 'true')
  })

  it('links signed-in people to their dashboard', async () => {
    signedIn('admin')
    serve()
    showApp('/')
    const link = await screen.findByRole('link', { name: 'Go to your dashboard' })
    expect(link).toHaveAttribute('href', '/admin/dashboard')
  })

  it('has the sections that the navigation links to', async () => {
    serve()
    showApp('/#faq-section')
    expect(await screen.findByText('What does a quote cost?')).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Experts' })).toHaveAttribute('id', 'top-writers')
    expect(screen.getByRole('region', { name: 'FAQ' })).toHaveAttribute('id', 'faq-section')
    expect(screen.getByRole('region', { name: 'About us' })).toHaveAttribute('id', 'features-section')
  })

  it('shows the numbers of the current policy', async () => {
    const { policy } = site()
    fakeServer({
      'GET /site': { body: site({ policy: { ...policy, revisionDays: 5, wordsPerPage: 300 } }) },
      'GET /experts': { body: [] },
    })
    showApp('/#faq-section')
    expect(await screen.findByText(/free within 5 days of delivery, or 3 days/)).toBeInTheDocument()
    expect(screen.getByText(/One page is 300 words/)).toBeInTheDocument()
  })

  it('lists experts with their ratings and completed work', async () => {
    serve([expert, { ...expert, name: 'Jo Reed', averageRating: 0, ratingCount: 0, completedAssignments: 1 }])
    showApp('/#top-writers')
    const section = within(await screen.findByRole('region', { name: 'Experts' }))
    const [first, second] = await section.findAllByRole('listitem')
    expect(first).toHaveTextContent(
      'Kim MarshPhysics · ExpertRating4.5 out of 5 (2 ratings)Completed7 assignments',
    )
    expect(second).toHaveTextContent('Jo ReedPhysics · ExpertRatingNo ratings yetCompleted1 assignment')
  })

  it('says that no experts are listed, or failed to load', async () => {
    serve()
    const router = showApp('/#top-writers')
    expect(await screen.findByText('No experts listed yet')).toBeInTheDocument()
    fakeServer({ 'GET /site': { body: site() }, 'GET /experts': failure(500, 'The desk is closed') })
    await act(() => router.revalidate())
    expect(await screen.findByRole('alert')).toHaveTextContent('The experts could not be loaded')
  })

  it('shows the success banner when the address asks for it', async () => {
    serve()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    showApp('/?success=true')
    const banner = 'Your submission was successful!'
    await vi.waitFor(() => expect(screen.getByText(banner)).toBeInTheDocument(), 60_000)
    await act(() => vi.advanceTimersByTimeAsync(4800))
    expect(screen.getByText(banner)).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(screen.queryByText(banner)).not.toBeInTheDocument()
  })

  it.each(['/', '/?success=false'])('shows no banner at %s', async (address) => {
    serve()
    showApp(address)
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText('Your submission was successful!')).not.toBeInTheDocument()
  })

  it('offers a button to the top after 300 px', async () => {
    serve()
    showApp('/')
    await screen.findByRole('heading', { level: 1 })
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    const scrollDown = (y: number) =>
      act(() => {
        Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
        window.dispatchEvent(new Event('scroll'))
      })
    scrollDown(300)
    expect(screen.queryByRole('button', { name: 'Scroll to top' })).not.toBeInTheDocument()
    scrollDown(301)
    await userEvent.click(screen.getByRole('button', { name: 'Scroll to top' }))
    expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }))
    scrollDown(0)
  })

  it('still renders if the hash of the address is malformed', async () => {
    serve()
    const getElement = vi.spyOn(document, 'getElementById')
    showApp('/#%E0%A4%A')
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(getElement).toHaveBeenCalledWith('%E0%A4%A'))
  })

  it('scrolls to the section in the address from another page', async () => {
    serve()
    const router = showApp('/login')
    await screen.findByRole('heading', { name: 'Log in' })
    const scrollInto = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    await act(() => router.navigate('/#features-section'))
    const section = await screen.findByRole('region', { name: 'About us' })
    await waitFor(() => expect(scrollInto.mock.contexts).toContain(section))
    await waitFor(() => expect(section).toHaveFocus())
  })
})
