import { showToast } from './toast-state'

/** Says in a toast that something worked. */
export function showSuccess(title: string, seconds: 2 | 3 | 5 = 3, description?: string) {
  showToast({ tone: 'success', title, description, seconds })
}
