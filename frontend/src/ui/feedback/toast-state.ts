import { atom, store } from '../../lib/state/store'
import type { MessageTone } from './tone-icon'

/** A message that disappears by itself. Durations are in seconds (docs/product.md, section 5.2). */
export type Toast = {
  id: number
  tone: MessageTone
  title: string
  description?: string | undefined
  seconds: 2 | 3 | 5
  /** True while its time is stopped, because somebody is reading it. */
  held: boolean
}

/** The text of a toast, and how long it stays. */
export type ToastContent = Pick<Toast, 'title' | 'description' | 'seconds'>

/** The toasts on screen, oldest first. */
export const toastsAtom = atom<Toast[]>([])

let lastId = 0

/** Shows a toast. It replaces one with the same text. */
export function showToast(toast: Omit<Toast, 'id' | 'held'>) {
  lastId += 1
  const shown = { ...toast, id: lastId, held: false }
  const differs = ({ title, description }: Toast) =>
    title !== shown.title || description !== shown.description
  store.set(toastsAtom, (toasts) => [...toasts.filter(differs), shown])
}

/** Stops the time of a toast, or restarts it from the beginning. */
export function holdToast(id: number, held: boolean) {
  store.set(toastsAtom, (toasts) => toasts.map((toast) => (toast.id === id ? { ...toast, held } : toast)))
}

/** Removes a toast. */
export function dismissToast(id: number) {
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id))
}
