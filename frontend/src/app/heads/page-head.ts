import { useEffect } from 'react'
import { useMatches } from 'react-router'
import list from '#web/pages.json'
import { siteName } from '../../lib/api/site'
import type { Role } from '../../lib/session/session'
import { fetchOptionalModule } from '../loading/lazy-page'

/** A line of the list of pages from which the server writes its heads (docs/product.md, section 4.14). */
export type Page = {
  /** As the router reads it: a part that begins with a colon stands for any one part. */
  path: string
  kind: 'public' | 'entrance' | 'unlisted' | 'signedIn' | 'missing'
  /** Who may see it, where being signed in is not enough. */
  role?: Role
  title: string
  /** The page sets its own title once it knows what it shows. */
  titledByPage?: true
  /** The pages in `app/` that show it ("public/home"): its own, after the one that it is a tab of. */
  parts: [string, string?]
}

export const pages = list as Page[]

/** What the route of the current page says about itself; undefined while an error is shown. */
export const useShownPage = () => useMatches().at(-1)?.handle as Page | undefined

/** The line of the list for a path of the router. Throws where there is none. */
export function pageOf(path: string): Page {
  const page = pages.find((page) => page.path === path)
  if (!page) throw new Error(`No page is listed at ${path}.`)
  return page
}

/**
 * What a page says about itself: `path` is its canonical address, missing where
 * search engines may not show it; `description` where the list has none.
 */
export type PageHead = { title: string; path?: string; description?: string }

/** The head that the list has for a page. */
export const headOf = ({ kind, title, path }: Page): PageHead =>
  kind === 'public' || kind === 'entrance' ? { title, path } : { title }

/** The address that the server wrote the head for. */
const served = window.location.pathname

/** True once the reader has moved on from there. */
let moved = false

/** Sets the title in the browser's tab and history, and the tags for machines; nothing changes while it is undefined. */
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
