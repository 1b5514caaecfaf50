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

/** True where the browser asks that its person is not followed (Do Not Track, Global Privacy Control). */
export const isUnwanted = () =>
  navigator.globalPrivacyControl === true || navigator.doNotTrack === '1' || window.doNotTrack === '1'

/** A page as reports name it: `path` as the router writes it, so that it holds no id, and the title of its kind. */
export type MeasuredPage = { path: string; title: string }

const tag = (...command: unknown[]) => {
  if (!isUnwanted()) window.gtag?.(...command)
}

/** Tells the tag that a page is shown; all that is told later is told of this page (docs/product.md, section 4.15). */
export function reportPageView({ path, title }: MeasuredPage) {
  const page = { page_location: window.location.origin + path, page_path: path, page_title: title }
  tag('set', page)
  tag('event', 'page_view', page)
}

/** Tells the tag that something happened, in words and numbers that name nobody. */
export function reportEvent(name: string, values: Record<string, string | number>) {
  tag('event', name, values)
}

/**
 * An address as reports name it: without its query, and with ids, file names
 * and whatever else a person may have chosen left open; of other sites the
 * origin alone. Nothing for what is no address of a file.
 */
export function addressWithoutNames(address: string): string | undefined {
  if (!URL.canParse(address, window.location.origin)) return undefined
  const { origin, protocol, pathname } = new URL(address, window.location.origin)
  if (!protocol.startsWith('http')) return undefined
  if (origin !== window.location.origin) return origin
  if (!pathname.startsWith('/api/')) return pathname.startsWith('/assets/') ? pathname : '/'
  const [, ...parts] = pathname.slice(1).split('/')
  const named = parts.map((part, i) => (isWord(part) && parts[i - 1] !== 'services' ? part : ':id'))
  return `/api/${named.join('/')}`
}

/** A name that the API gave itself: letters and hyphens. Ids have fifteen characters. */
const isWord = (part: string) => /^[a-z]+(-[a-z]+)*(\.csv)?$/.test(part) && !/^[a-z]{15}$/.test(part)
