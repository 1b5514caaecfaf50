import { useEffect } from 'react'
import { useMatches } from 'react-router'
import list from '#web/pages.json'
import { siteName } from '../../lib/api/site'
import type { Role } from '../../lib/session/session'
import { fetchOptionalModule } from '../loading/lazy-page'

/** An entry of the list of pages, which the server uses too (docs/product.md, section 4.14). */
export type Page = {
  /** A pattern in the router's syntax: a segment that starts with a colon is a parameter. */
  path: string
  kind: 'public' | 'entrance' | 'unlisted' | 'signedIn' | 'missing'
  /** The role that may see it, if being signed in is not enough. */
  role?: Role
  title: string
  /** The page sets its own title once it knows what it shows. */
  titledByPage?: true
  /** The page modules in `pages/` that show it ("public/home"): for a tab, the page's module and its own. */
  parts: [string, string?]
}

export const pages = list as Page[]

/** The entry of the current page; undefined while an error is shown. */
export const useShownPage = () => useMatches().at(-1)?.handle as Page | undefined

/** The entry for a path of the router. Throws if there is none. */
export function pageOf(path: string): Page {
  const page = pages.find((page) => page.path === path)
  if (!page) throw new Error(`No page is listed at ${path}.`)
  return page
}

/**
 * The title and metadata of a page. `path` is its canonical address, if search engines
 * may index it; `description` is given if the list has none.
 */
export type PageHead = { title: string; path?: string; description?: string }

/** The head of a listed page. */
export const headOf = ({ kind, title, path }: Page): PageHead =>
  kind === 'public' || kind === 'entrance' ? { title, path } : { title }

/** The address of the page that the server sent. */
const served = window.location.pathname

/** Whether the reader has visited another page since. */
let moved = false

/** Sets the title and the metadata of the page. Changes nothing while the head is undefined. */
export function usePageHead(head: PageHead | undefined) {
  const { title, path, description } = head ?? {}
  useEffect(() => {
    if (!title) return
    document.title = `${title} · ${siteName}`
    const here = window.location.pathname
    moved ||= here !== served
    if (!moved) return
    let shown = true
    void fetchOptionalModule(() => import('./machine-head')).then((part) => {
      if (shown) part?.updateMachineHead(here === served ? 'as served' : { path, description })
    })
    return () => {
      shown = false
    }
  }, [title, path, description])
}
