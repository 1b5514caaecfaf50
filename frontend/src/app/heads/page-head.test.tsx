import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import descriptions from '#web/descriptions.json'
import { leaveTag } from '../guards'
import { routes } from '../routes'
import { headOf, pageOf, pages } from './page-head'

/** Every page. Tabs replace the page that contains them, and have its guards. */
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
  it('has exactly one line for each route', () => {
    const routed = leaves.map(({ address }) => (address === '*' ? address : `/${address}`))
    expect(routed.toSorted()).toEqual(pages.map(({ path }) => path).toSorted())
    for (const [i, { handle }] of leaves.entries()) expect(handle).toMatchObject({ path: routed[i] })
  })

  it('marks exactly the guarded pages as signedIn', () => {
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

  it('describes exactly the pages that search engines may index', () => {
    const listed = pages.filter((page) => headOf(page).path)
    expect(Object.keys(descriptions)).toEqual(listed.map(({ path }) => path))
  })

  it('ends with the page for unknown addresses', () => {
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

const currentHead = () => ({
  title: document.title,
  description: head('meta[name="description"]', 'content'),
  canonical: head('link[rel="canonical"]', 'href'),
  robots: head('meta[name="robots"]', 'content'),
  /** The number of elements for crawlers: previews of shared links, and structured data. */
  forCrawlers: document.head.querySelectorAll('[property^="og:"], [type="application/ld+json"]').length,
})

/** Loads the module in a page that the server has sent with this head. The returned function visits an address. */
async function load(served: string, pathname: string) {
  document.head.innerHTML = served
  window.history.replaceState(null, '', pathname)
  vi.resetModules()
  const { headOf, pageOf, usePageHead } = await import('./page-head')
  function Page({ path }: { path: string }) {
    usePageHead(headOf(pageOf(path)))
    return null
  }
  const at = (path: string) => ({ path, element: <Page key={path} path={path} /> })
  const router = createMemoryRouter(['/services', '/privacy-policy', '/dashboard'].map(at), {
    initialEntries: [pathname],
  })
  render(<RouterProvider router={router} />)
  /** Visits the address and waits for the head: the parts for crawlers follow the title. */
  return async (path: string, head: Partial<ReturnType<typeof currentHead>>) => {
    window.history.replaceState(null, '', path)
    await router.navigate(path)
    await vi.waitFor(() => expect(currentHead()).toMatchObject(head), { timeout: 10_000 })
  }
}

describe('the head of a page', () => {
  afterEach(() => {
    document.head.innerHTML = ''
    window.history.replaceState(null, '', '/')
  })

  it("is updated on navigation, with the site's name and address", async () => {
    const go = await load(
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

  it("drops the first page's crawler elements, and restores them", async () => {
    const go = await load(
      '<meta property="og:title" content="Services"><script type="application/ld+json">{}</script>',
      '/services',
    )
    expect(currentHead().forCrawlers).toBe(2)
    await go('/privacy-policy', { robots: null, forCrawlers: 0 })
    await go('/dashboard', { robots: 'noindex', forCrawlers: 0 })
    await go('/services', { robots: null, forCrawlers: 2 })
  })

  it("keeps the server's robots rule on a return visit", async () => {
    const go = await load('<meta name="robots" content="noindex">', '/services')
    expect(currentHead()).toMatchObject({ robots: 'noindex', canonical: null })
    await go('/privacy-policy', { robots: null })
    await go('/services', {
      title: 'Services · Deskmate',
      description: null,
      canonical: null,
      robots: 'noindex',
    })
  })
})
