import { followLink } from '../../lib/api/download'
import { showToast } from '../feedback/toast-state'
import { downloadFailed } from './words'

/**
 * Downloads a file through a fresh link, because links expire. If there is none,
 * a toast says 'Failed to download file' for 5 s.
 */
export async function downloadFile(link: () => Promise<string>): Promise<void> {
  try {
    followLink(await link())
  } catch {
    showToast({ tone: 'error', title: downloadFailed, seconds: 5 })
  }
}
