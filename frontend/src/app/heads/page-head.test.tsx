import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import descriptions from '#web/descriptions.json'
import { leaveTag } from '../guards'
import { routes } from '../routes'
import { headOf, pageOf, pages } from './page-head'

/** Every page, with the tabs of a page in its place; they have its guards. */
const leaves = routes
  .flatMap(({ children = [] }) => children)
  .flatMap((page) =>
    (page.children ?? [page]).map(({ index, path, handle }) => ({
      address: [page.index ? '' : page.path, index ? undefined : page.children && path]
        .filter((part) => part !== undefined)
        .join('/'),
      handle,
      middleware: page.middleware ?? [],
    })),
  )

describe('the list of pages', () => {
  it('has a line for each route, and no other', () => {
    const routed = leaves.map(({ address }) => (address === '*' ? address : `/${address}`))
    expect(routed.toSorted()).toEqual(pages.map(({ path }) => path).toSorted())
    for (const [i, { handle }] of leaves.entries()) expect(handle).toMatchObject({ path: routed[i] })
  })

  it('calls the pages of people with an account by that name', () => {
    const guarded = leaves.filter(
      ({ middleware, address }) => address !== 'login' && middleware.some((one) => one !== leaveTag),
    )
    expect(guarded.map(({ handle }) => handle.path).toSorted()).toEqual(
      pages
        .filter(({ kind }) => kind === 'signedIn')
        .map(({ path }) => path)
        .toSorted(),
    )
  })

  it('describes every page that search engines are shown, and no other', () => {
    const listed = pages.filter((page) => headOf(page).path)
    expect(Object.keys(descriptions)).toEqual(listed.map(({ path }) => path))
  })

  it('ends with the page for everything else', () => {
    expect(pages.at(-1)).toEqual({
      path: '*',
      kind: 'missing',
      title: 'Page not found',
      parts: ['public/not-found'],
    })
    expect(() => pageOf('/nowhere')).toThrow('No page is listed at /nowhere.')
  })
})

const head = (tag: string, attribute: string) =>
  document.head.querySelector(tag)?.getAttribute(attribute) ?? null

const shown = () => ({
  title: document.title,
  description: head('meta[name="description"]', 'content'),
  canonical: head('link[rel="canonical"]', 'href'),
  robots: head('meta[name="robots"]', 'content'),
  /** How much there is for those who load the page alone: sharing, and data for search engines. */
  forLoaders: document.head.querySelectorAll('[property^="og:"], [type="application/ld+json"]').length,
})

/** Loads the module as a page that the server has sent with this head does, and shows heads by their address. */
async function arrive(served: string, pathname: string) {
  document.head.innerHTML = served
  window.history.replaceState(null, '', pathname)
  vi.resetModules()
  const { headOf, pageOf, usePageHead } = await import('./page-head')
  function Shown({ path }: { path: string }) {
    usePageHead(headOf(pageOf(path)))
    return null
  }
  const at = (path: string) => ({ path, element: <Shown key={path} path={path} /> })
  const router = createMemoryRouter(['/services', '/privacy-policy', '/dashboard'].map(at), {
    initialEntries: [pathname],
  })
  render(<RouterProvider router={router} />)
  /** Moves there and waits for what the head says then: what only machines read comes after the title. */
  return async (path: string, head: Partial<ReturnType<typeof shown>>) => {
    window.history.replaceState(null, '', path)
    await router.navigate(path)
    await vi.waitFor(() => expect(shown()).toMatchObject(head), { timeout: 10_000 })
  }
}

describe('the head of a page', () => {
  afterEach(() => {
    document.head.innerHTML = ''
    window.history.replaceState(null, '', '/')
  })

  it('follows from page to page under the name and address of the site', async () => {
    const go = await arrive(
      '<meta name="application-name" content="Night Owl"><link rel="canonical" href="https://desk.example/services">',
      '/services',
    )
    await go('/privacy-policy', {
      title: 'Privacy Policy · Night Owl',
      description: descriptions['/privacy-policy'] ?? null,
      canonical: 'https://desk.example/privacy-policy',
      robots: null,
    })
    await go('/dashboard', {
      title: 'Your dashboard · Night Owl',
      description: null,
      canonical: null,
      robots: 'noindex',
    })
  })

  it('keeps nothing for another page of what was shared of the first, and has it again there', async () => {
    const go = await arrive(
      '<meta property="og:title" content="Services"><script type="application/ld+json">{}</script>',
      '/services',
    )
    expect(shown().forLoaders).toBe(2)
    await go('/privacy-policy', { robots: null, forLoaders: 0 })
    await go('/dashboard', { robots: 'noindex', forLoaders: 0 })
    await go('/services', { robots: null, forLoaders: 2 })
  })

  it('is as the server said where one comes back', async () => {
    const go = await arrive('<meta name="robots" content="noindex">', '/services')
    expect(shown()).toMatchObject({ robots: 'noindex', canonical: null })
    await go('/privacy-policy', { robots: null })
    await go('/services', {
      title: 'Services · Deskmate',
      description: null,
      canonical: null,
      robots: 'noindex',
    })
  })
})
