import list from '#web/descriptions.json'
import type { PageHead } from './page-head'

const descriptions: Partial<Record<string, string>> = list

const descriptionTag = 'meta[name="description"]'
const robotsTag = 'meta[name="robots"]'
const canonicalTag = 'link[rel="canonical"]'

const readTag = (tag: string, attribute: string) => document.querySelector(tag)?.getAttribute(attribute)

/** What the server writes for sharing and search engines, about the page that was loaded and no other. */
const servedOnly = [
  ...document.head.querySelectorAll(
    'meta[property^="og:"], meta[name^="twitter:"], script[type="application/ld+json"]',
  ),
]

/** What the server said about the page that was loaded: it knows more about it than the list. */
const served = {
  description: readTag(descriptionTag, 'content'),
  robots: readTag(robotsTag, 'content'),
  canonical: readTag(canonicalTag, 'href'),
}

const { origin } = new URL(served.canonical ?? window.location.href)

/** Sets an attribute of a tag in the head and creates the tag if needed; without a value, removes the tag. */
function setTag(tag: string, attribute: string, value: string | null | undefined) {
  const there = document.head.querySelector(tag)
  if (!value) return there?.remove()
  if (there) return there.setAttribute(attribute, value)
  const [, element = '', name = '', of = ''] = /^(\w+)\[(\w+)="(\w+)"\]$/.exec(tag) ?? []
  const made = document.createElement(element)
  made.setAttribute(name, of)
  made.setAttribute(attribute, value)
  document.head.append(made)
}

/**
 * Updates what machines read in the head: description, canonical address, and
 * whether search engines may show the page. It is fetched by itself, since
 * nobody waits for it: the server has written the first page's head.
 */
export function updateMachineHead(page: Omit<PageHead, 'title'> | 'as served') {
  const said =
    page === 'as served'
      ? served
      : {
          description: page.description ?? (page.path && descriptions[page.path]),
          robots: page.path ? null : 'noindex',
          canonical: page.path && origin + page.path,
        }
  setTag(descriptionTag, 'content', said.description)
  setTag(robotsTag, 'content', said.robots)
  setTag(canonicalTag, 'href', said.canonical)
  // Their readers load each page anew; on another page they would be wrong.
  for (const tag of servedOnly) tag.remove()
  if (page === 'as served') document.head.append(...servedOnly)
}
