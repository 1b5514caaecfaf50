import list from '#web/descriptions.json'

const descriptions: Partial<Record<string, string>> = list

const descriptionTag = 'meta[name="description"]'
const robotsTag = 'meta[name="robots"]'
const canonicalTag = 'link[rel="canonical"]'

const readTag = (tag: string, attribute: string) => document.querySelector(tag)?.getAttribute(attribute)

/** Tags for shared links and search engines, which describe only the page that the server sent. */
const servedOnly = [
  ...document.head.querySelectorAll(
    'meta[property^="og:"], meta[name^="twitter:"], script[type="application/ld+json"]',
  ),
]

/** The metadata that the server sent, which has more detail than the list of pages. */
const served = {
  description: readTag(descriptionTag, 'content'),
  robots: readTag(robotsTag, 'content'),
  canonical: readTag(canonicalTag, 'href'),
}

const { origin } = new URL(served.canonical ?? window.location.href)

/** Sets an attribute of a tag in the head, and creates the tag if needed. Without a value, it removes the tag. */
function setTag(tag: string, attribute: string, value: string | null | undefined) {
  const existing = document.head.querySelector(tag)
  if (!value) return existing?.remove()
  if (existing) return existing.setAttribute(attribute, value)
  const [, element = '', name = '', of = ''] = /^(\w+)\[(\w+)="(\w+)"\]$/.exec(tag) ?? []
  const created = document.createElement(element)
  created.setAttribute(name, of)
  created.setAttribute(attribute, value)
  document.head.append(created)
}

/**
 * Updates the metadata in the head: description, canonical address, and whether
 * search engines may index the page. This module loads separately, because the
 * server has written the metadata of the first page.
 */
export function updateMachineHead(page: { path?: string; description?: string } | 'as served') {
  const metadata =
    page === 'as served'
      ? served
      : {
          description: page.description ?? (page.path && descriptions[page.path]),
          robots: page.path ? null : 'noindex',
          canonical: page.path && origin + page.path,
        }
  setTag(descriptionTag, 'content', metadata.description)
  setTag(robotsTag, 'content', metadata.robots)
  setTag(canonicalTag, 'href', metadata.canonical)
  // Crawlers load each page from the server, and these tags would be wrong on another page.
  for (const tag of servedOnly) tag.remove()
  if (page === 'as served') document.head.append(...servedOnly)
}
