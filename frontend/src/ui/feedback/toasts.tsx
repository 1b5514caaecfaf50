import { useEffect } from 'react'
import { useAtomValue } from '../../lib/state/store'
import { ToastRegion } from './toast-region'
import { dismissToast, type Toast, toastsAtom } from './toast-state'

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
