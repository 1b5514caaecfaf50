/** The tabs that used to be named by a query parameter, by the path of their page. */
const tabsByPath: Record<string, string[]> = {
  '/admin/dashboard': ['users', 'quotes', 'activity'],
  '/profile': ['dashboard', 'settings'],
}

/**
 * The address that replaces an old one with `?tab=`: "/profile/settings" for
 * "/profile" and "?tab=settings". It keeps all other parameters. Undefined if
 * the query names no tab.
 */
export function replacementOfTab(path: string, query: URLSearchParams): string | undefined {
  const tab = query.get('tab')
  if (tab === null) return undefined
  const others = new URLSearchParams(query)
  others.delete('tab')
  const page = path.replace(/\/+$/, '')
  const to = tabsByPath[page]?.includes(tab) ? `${page}/${tab}` : page
  return others.size > 0 ? `${to}?${others}` : to
}
