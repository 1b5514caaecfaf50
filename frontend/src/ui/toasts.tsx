import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { useAtomValue } from '../lib/store'
import { dismissToast, type Toast, toastsAtom } from './toast-state'

const icons = { success: CircleCheck, error: CircleAlert, info: Info }

/** The live region of all toasts; it lies above open dialogs. */
export function Toasts() {
  const toasts = useAtomValue(toastsAtom)
  const regionRef = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.id

  // What opens last lies on top: with each new toast the region opens again, above any dialog.
  useEffect(() => {
    const region = regionRef.current
    if (newest !== undefined) region?.hidePopover?.()
    region?.showPopover?.()
  }, [newest])

  return (
    <div ref={regionRef} popover="manual" className="toast-region" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastCard({ toast: { id, tone, title, description, seconds } }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const Icon = icons[tone]

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), seconds * 1000)
    return () => clearTimeout(timer)
  }, [held, id, seconds])

  return (
    <div
      className={`toast-card toast-${tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="grow">
        <p className="font-semibold">{title}</p>
        {description && <p>{description}</p>}
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm"
        aria-label="Dismiss"
        onClick={() => dismissToast(id)}
      >
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </div>
  )
}
