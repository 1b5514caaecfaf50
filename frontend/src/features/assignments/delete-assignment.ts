import { showFailureToast } from '../../ui/feedback/failure-toast'
import { showToast } from '../../ui/feedback/toast-state'
import { removeAssignment } from './queries'
import { deletion } from './words'

/** Deletes an assignment and shows the outcome as a toast. Resolves to true if it was deleted. */
export async function deleteWithToast(id: string): Promise<boolean> {
  try {
    await removeAssignment(id)
    showToast({ tone: 'success', title: deletion.deleted, seconds: 3 })
    return true
  } catch (error) {
    showFailureToast(error, deletion.failed)
    return false
  }
}
