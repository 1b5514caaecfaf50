import { showToast } from '../../ui/toast-state'
import { linkAssignmentFile } from './api'

/**
 * Opens an assignment's file in a new tab. The tab opens at once, inside the
 * press that asked for it, so that no browser takes it for an unwanted window;
 * its address follows. A refusal says 'Failed to download file' for 5 s.
 */
export async function openAssignmentFile(id: string): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const url = await linkAssignmentFile(id)
    if (!tab) throw new Error('The browser did not open a tab.')
    tab.opener = null
    tab.location.href = url
  } catch {
    tab?.close()
    showToast({ tone: 'error', title: 'Failed to download file', seconds: 5 })
  }
}
