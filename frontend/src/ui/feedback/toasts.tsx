import X from 'lucide-react/icons/x'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { atom, store, useAtomValue } from '../../lib/state/store'
import * as words from '../words.en'
import { dismissToast, holdToast, type Toast, toastsAtom } from './toast-state'
import { messageBorders, ToneIcon } from './tone-icon'

/** The mounted regions, the topmost last. */
const regionsAtom = atom<string[]>([])

/**
 * The live region for toasts. The page has one, and so has each open modal
 * dialog, because everything outside the topmost dialog is inert. Toasts appear
 * in the region that was mounted last.
 */
export function ToastRegion() {
  const id = useId()
  const isTopmost = useAtomValue(regionsAtom).at(-1) === id
  const toasts = useAtomValue(toastsAtom)
  const regionRef = useRef<HTMLDivElement>(null)
  const previousFocusRef = useRef<EventTarget>(null)

  useLayoutEffect(() => {
    store.set(regionsAtom, (ids) => [...ids, id])
    return () => store.set(regionsAtom, (ids) => ids.filter((other) => other !== id))
  }, [id])

  useEffect(() => regionRef.current?.showPopover?.(), [])

  /** Moves the focus to the next toast or, after the last one, back to where it was before. */
  const dismiss = (toast: number) => {
    const region = regionRef.current
    const hadFocus = region?.contains(document.activeElement)
    flushSync(() => dismissToast(toast))
    const next = region?.querySelector('button') ?? previousFocusRef.current
    if (hadFocus && next instanceof HTMLElement) next.focus()
  }

  return (
    <div
      ref={regionRef}
      popover="manual"
      // On small screens a dialog has its buttons at the bottom, so toasts stay clear of them.
      className="pointer-events-none fixed inset-auto right-4 bottom-4 m-0 grid w-[min(24rem,calc(100vw-2rem))] gap-2 overflow-visible border-0 bg-transparent p-0 text-base-content max-sm:in-[dialog]:top-4 max-sm:in-[dialog]:bottom-auto"
      role="status"
      aria-live="polite"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) previousFocusRef.current = relatedTarget
      }}
    >
      {isTopmost &&
        toasts.map((toast) => <ToastCard key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />)}
    </div>
  )
}

/** One toast. It stays while it has the pointer or the focus. */
function ToastCard({
  toast: { id, tone, title, description },
  onDismiss,
}: {
  toast: Toast
  onDismiss: () => void
}) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = hovered || focused

  useEffect(() => {
    if (!held) return
    holdToast(id, true)
    return () => holdToast(id, false)
  }, [held, id])

  return (
    <div
      className={`pointer-events-auto flex animate-arrive gap-3 rounded-(--radius-box) bg-base-100 py-3 pr-2 pl-4 [box-shadow:0_8px_24px_oklch(0%_0_0/0.16)] ${messageBorders[tone]}`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <ToneIcon tone={tone} />
      <div className="grow">
        <p className="font-semibold">{title}</p>
        {description && <p>{description}</p>}
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm"
        aria-label={words.dismiss}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onClick={onDismiss}
      >
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </div>
  )
}

/** The toasts of the page, and the timers of all toasts, wherever they appear. */
export function Toasts() {
  const toasts = useAtomValue(toastsAtom)
  return (
    <>
      <ToastRegion />
      {toasts.map((toast) => (
        <ToastTimer key={toast.id} toast={toast} />
      ))}
    </>
  )
}

function ToastTimer({ toast: { id, seconds, held } }: { toast: Toast }) {
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), seconds * 1000)
    return () => clearTimeout(timer)
  }, [held, id, seconds])
  return null
}
