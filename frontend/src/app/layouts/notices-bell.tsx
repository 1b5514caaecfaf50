import BellIcon from 'lucide-react/icons/bell'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useShownPage } from '../heads/page-head'
import { fetchOptionalModule } from '../loading/lazy-page'
import { navigation } from './words'

const icon = <BellIcon size={20} strokeWidth={1.5} aria-hidden="true" />

/** The bell where the number of unread notices is not known: it leads to the page of notices. */
function PlainBell() {
  return (
    <Link to="/notices" className="btn btn-ghost btn-square" aria-label={navigation.notices}>
      {icon}
    </Link>
  )
}

/** The bell that counts. Like everything that keeps data, it comes with the signed-in pages only. */
const CountingBell = lazy(async () => {
  const part = await fetchOptionalModule(() => import('../../features/notices/bell'))
  return { default: part?.Bell ?? PlainBell }
})

/** The bell of the header, for people who are signed in (docs/product.md, section 4.2). */
export function NoticesBell() {
  if (useShownPage()?.kind !== 'signedIn') return <PlainBell />
  return (
    <Suspense fallback={<PlainBell />}>
      <CountingBell icon={icon} />
    </Suspense>
  )
}
