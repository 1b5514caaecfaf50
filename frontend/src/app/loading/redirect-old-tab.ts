import { redirect, replace } from 'react-router'
import { replacementOfTab } from '../../lib/addresses/old-tabs'
import { isCurrentAddress } from '../guards'

/** Redirects an address that names its tab by `?tab=` to the tab's own address. */
export function redirectOldTab({ url }: Request) {
  const { pathname, search, searchParams } = new URL(url)
  const to = replacementOfTab(pathname, searchParams)
  if (to) throw isCurrentAddress(pathname + search) ? replace(to) : redirect(to)
}
