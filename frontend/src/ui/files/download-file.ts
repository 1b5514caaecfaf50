import { openLink } from '../../lib/api/download'
import { showToast } from '../feedback/toast-state'
import { downloadFailed } from './words.en'

/**
 * Downloads a file through a fresh link, because links expire, in a new tab. If there
 * is no link or no tab, a toast says 'Failed to download file' for 5 s.
 */
export async function downloadFile(link: () => Promise<string>): Promise<void> {
  try {
    openLink(await link())
  } catch {
    showToast({ tone: 'error', title: downloadFailed, seconds: 5 })
  }
}
