import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { site } from '../../../testing/site'
import { loadNavigation, navigationAtom } from '../../features/services/navigation'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

afterEach(() => {
  store.set(toastsAtom, [])
  store.set(navigationAtom, null)
})

const essay = {
  slug: 'essay-writing',
  name: 'Essay writing',
  inNavigation: false,
  title: 'Essay Writing',
  subtitle: 'From the question to a convincing argument',
  description: 'An essay stands on its question.',
  features: ['An outline', 'Sources named', 'Original text', 'Free revisions'],
}
const papers = { ...essay, slug: 'research-paper', name: 'Research papers', inNavigation: true }

describe('the policy pages', () => {
  const pages = [
    [
      '/terms-of-use',
      'Terms of Use',
      ['18 or older', 'New South Wales (NSW), Australia', 'limited to the amount paid', 'no direct chat'],
    ],
    ['/privacy-policy', 'Privacy Policy', ['180 days after it is completed', '18 or older', 'supervised']],
    [
      '/revision-refund-policy',
      'Revision and Refund Policy',
      [
        'within 2 days',
        'within 3 days',
        '6,000 words',
        '7 to 10 business days',
        '72 hours',
        '180 days',
        'limited to the amount paid',
      ],
    ],
    [
      '/fair-use-policy',
      'Fair Use Policy',
      ['Originality', 'no direct chat', 'unlawful to provide or advertise'],
    ],
  ] as const

  it.each(pages)('%s is the %s with terms, date and contents', async (address, title, facts) => {
    fakeServer({ 'GET /site': { body: site() } })
    showApp(address)
    expect(await screen.findByText(/Effective July 1, 2024/)).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title)
    for (const fact of facts) expect(screen.getByRole('main')).toHaveTextContent(fact)
    const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
    for (const link of contents) {
      const section = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
      expect(section).toHaveTextContent(link.textContent ?? '')
    }
    await waitFor(() => expect(document.title).toBe(`${title} · Deskmate`))
  })

  it('show the numbers of the current policy', async () => {
    const policy = { ...site().policy, revisionDays: 1, disputeHours: 48, minimumAge: 21, retentionDays: 30 }
    fakeServer({ 'GET /site': { body: site({ policy, supportEmail: 'desk@example.com' }) } })
    showApp('/revision-refund-policy')
    const main = await screen.findByRole('main')
    await screen.findByText(/Effective/)
    expect(main).toHaveTextContent('within 1 day of delivery')
    expect(main).toHaveTextContent('within 48 hours')
    expect(screen.getByRole('link', { name: 'desk@example.com' })).toHaveAttribute(
      'href',
      'mailto:desk@example.com',
    )
  })

  it.each(pages)('%s links to the quote form without a support address', async (address) => {
    fakeServer({ 'GET /site': { body: site({ supportEmail: '' }) } })
    showApp(address)
    await screen.findByText(/Effective July 1, 2024/)
    const contact = screen.getByText(/Write to us with the quote form/)
    expect(contact).toHaveTextContent('name the assignment or quote reference you are writing about')
    expect(within(contact).getByRole('link')).toHaveAttribute('href', '/services')
  })

  it('promise no refund after the periods of the policy', async () => {
    fakeServer({ 'GET /site': { body: site() } })
    showApp('/revision-refund-policy')
    await screen.findByText(/Effective July 1, 2024/)
    expect(screen.getByRole('main')).not.toHaveTextContent(/not delivered|in full|as you choose|did not make/)
  })

  it('report a failure to load the numbers', async () => {
    fakeServer({ 'GET /site': failure(500, 'The desk is closed') })
    showApp('/terms-of-use')
    expect(await screen.findByRole('alert')).toHaveTextContent('This policy could not be loaded')
  })
})

describe('the services', () => {
  it('are listed, with what they all include', async () => {
    fakeServer({ 'GET /services': { body: [papers, essay] } })
    showApp('/services')
    expect(await screen.findByRole('link', { name: 'Essay writing' })).toHaveAttribute(
      'href',
      '/services/essay-writing',
    )
    for (const name of [
      'All-subjects assignment help',
      'Research assistance',
      'Proofreading and editing',
      'Plagiarism checking',
      '24/7 expert support',
    ])
      expect(screen.getByText(name)).toBeInTheDocument()
  })

  it('say that there are none', async () => {
    fakeServer({ 'GET /services': { body: [] } })
    showApp('/services')
    expect(await screen.findByText('No services at the moment')).toBeInTheDocument()
  })

  it('have a page each, with its own title', async () => {
    fakeServer({ 'GET /services/essay-writing': { body: essay }, 'GET /site': { body: site() } })
    showApp('/services/essay-writing')
    expect(await screen.findByRole('heading', { level: 1, name: 'Essay Writing' })).toBeInTheDocument()
    expect(screen.getByText('Free revisions')).toBeInTheDocument()
    await waitFor(() => expect(document.title).toBe('Essay Writing · Deskmate'))
  })

  it('that are switched off show the unknown-address page', async () => {
    fakeServer({ 'GET /services/turnitin': failure(404, 'Service not found'), 'GET /site': { body: site() } })
    showApp('/services/turnitin')
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
    await waitFor(() => expect(document.title).toBe('Page not found · Deskmate'))
  })

  it('have placeholders in the navigation until loading ends', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    fakeServer({ 'GET /services': failure(502, 'no') })
    showApp('/login')
    await screen.findByRole('heading', { name: 'Log in' })
    const placeholders = () => document.querySelectorAll('[role="menu"] [aria-hidden] > div').length
    expect(placeholders()).toBeGreaterThan(0)
    await act(() => loadNavigation())
    expect(placeholders()).toBe(0)
    const items = screen.getAllByRole('menuitem', { hidden: true })
    expect(items.map((item) => item.textContent)).toEqual(['All services'])
  })

  it('are linked in the navigation and the drawer', async () => {
    fakeServer({ 'GET /services': { body: [papers, essay] } })
    await loadNavigation()
    showApp('/login')
    await screen.findByRole('heading', { name: 'Log in' })
    const items = screen.getAllByRole('menuitem', { hidden: true })
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Research papers', '/services/research-paper'],
      ['All services', '/services'],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    const drawer = within(screen.getByRole('dialog', { name: 'Menu' }))
    const links = drawer.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      '/login',
      '/user/signup',
      '/services/research-paper',
      '/services',
      '/#top-writers',
      '/#faq-section',
      '/#features-section',
    ])
  })
})

describe('the page footer', () => {
  it('links to the policies', async () => {
    showApp('/login')
    const footer = within(await screen.findByRole('contentinfo'))
    expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/terms-of-use',
      '/privacy-policy',
      '/revision-refund-policy',
      '/fair-use-policy',
    ])
    expect(footer.getByText(/© 2024 Deskmate/)).toBeInTheDocument()
  })
})
