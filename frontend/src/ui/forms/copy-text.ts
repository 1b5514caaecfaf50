import { showToast } from '../feedback/toast-state'

/** What is said about copying. */
export type CopyWords = { copied: string; notCopied: string }

/** Copies a text and says so. Resolves to false if the browser does not allow it, as on pages without https. */
export async function copyText(text: string, { copied, notCopied }: CopyWords): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'success', title: copied, seconds: 3 })
    return true
  } catch {
    showToast({ tone: 'info', title: notCopied, seconds: 5 })
    return false
  }
}
