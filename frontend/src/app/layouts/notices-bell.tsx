import BellIcon from 'lucide-react/icons/bell'
import { lazy, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { fetchOptionalModule } from '../loading/lazy-page'
import { navigation } from './words.en'

const icon = <BellIcon size={20} strokeWidth={1.5} aria-hidden="true" />

/** The bell where the number of unread notices is not known: it leads to the page of notices. */
function PlainBell() {
  return (
    <Link to="/notices" className="btn btn-ghost btn-square" aria-label={navigation.notices}>
      {icon}
    </Link>
  )
}

/** The bell that counts. It brings the query cache along, which visitors never fetch. */
const CountingBell = lazy(async () => {
  const part = await fetchOptionalModule(() => import('../../features/notices/bell'))
  return { default: part?.Bell ?? PlainBell }
})

/** The bell of the header, for people who are signed in (docs/product.md, section 4.2). */
export function NoticesBell() {
  const focused = useRef(false)
  const plain = (
    <FocusPassedOn focused={focused}>
      <PlainBell />
    </FocusPassedOn>
  )
  return (
    <Suspense fallback={plain}>
      <FocusPassedOn focused={focused}>
        <CountingBell icon={icon} />
      </FocusPassedOn>
    </Suspense>
  )
}

/** One of the bells that replace each other. If the one before had the focus, this one takes it. */
function FocusPassedOn({ focused, children }: { focused: RefObject<boolean>; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const own = place.current
    if (focused.current) own?.querySelector<HTMLElement>('a, button')?.focus()
    focused.current = false
    return () => {
      focused.current = own?.contains(document.activeElement) ?? false
    }
  }, [focused])
  return (
    <span ref={place} className="contents">
      {children}
    </span>
  )
}
