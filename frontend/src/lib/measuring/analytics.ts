declare global {
  interface Window {
    /** The analytics tag, where the operator has installed one. */
    gtag?: (...command: unknown[]) => void
    doNotTrack?: string
  }
  interface Navigator {
    globalPrivacyControl?: boolean
  }
}

/** Whether the browser asks not to be tracked (Do Not Track, Global Privacy Control). */
const isUnwanted = () =>
  navigator.globalPrivacyControl === true || navigator.doNotTrack === '1' || window.doNotTrack === '1'

/** A page as reports name it: `path` is the router's pattern, so it contains no id, and `title` is that of its kind of page. */
type MeasuredPage = { path: string; title: string }

const tag = (...command: unknown[]) => {
  if (!isUnwanted()) window.gtag?.(...command)
}

/** Reports a page view to the tag. Later reports refer to this page (docs/product.md, section 4.15). */
export function reportPageView({ path, title }: MeasuredPage) {
  const page = { page_location: window.location.origin + path, page_path: path, page_title: title }
  tag('set', page)
  tag('event', 'page_view', page)
}

/** Reports an event to the tag. Its values must not identify anybody. */
export function reportEvent(name: string, values: Record<string, string | number>) {
  tag('event', name, values)
}

/**
 * An address as reports name it: without its query, and with placeholders for
 * ids, file names and anything else that a person may have chosen. Of other
 * sites only the origin; undefined for anything that is not fetched over HTTP.
 */
export function addressWithoutNames(address: string): string | undefined {
  if (!URL.canParse(address, window.location.origin)) return undefined
  const { origin, protocol, pathname } = new URL(address, window.location.origin)
  if (!protocol.startsWith('http')) return undefined
  if (origin !== window.location.origin) return origin
  if (!pathname.startsWith('/api/')) return pathname.startsWith('/assets/') ? pathname : '/'
  const [, ...parts] = pathname.slice(1).split('/')
  const named = parts.map((part, i) => (isWord(part) && !namesFollow.has(parts[i - 1] ?? '') ? part : ':id'))
  return `/api/${named.join('/')}`
}

/** The parts of paths that are followed by the name of a service, the token of an offer or the code of a receipt. */
const namesFollow = new Set(['services', 'offers', 'receipts'])

/** Whether a part of a path is a fixed name of the API: letters and hyphens. Ids have fifteen characters. */
const isWord = (part: string) => /^[a-z]+(-[a-z]+)*(\.csv)?$/.test(part) && !/^[a-z]{15}$/.test(part)
