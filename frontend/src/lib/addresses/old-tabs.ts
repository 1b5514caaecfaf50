/** The tabs that a parameter of their page used to name, by the path of that page. */
const tabsByPath: Record<string, string[]> = {
  '/admin/dashboard': ['users', 'quotes', 'activity'],
  '/profile': ['dashboard', 'settings'],
}

/**
 * The address that replaced one with `?tab=`: "/profile/settings" for
 * "/profile" and "?tab=settings". All other parameters stay. Undefined if the
 * query names no tab.
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
