import { showFailureToast } from '../../ui/feedback/failure-toast'
import { showToast } from '../../ui/feedback/toast-state'
import { removeAssignment } from './queries'

/** What is asked before an assignment is deleted (docs/product.md, section 4.4). */
export const DELETE_QUESTION = 'Are you sure you want to delete this assignment?'

/** Deletes an assignment and tells how it went; true where it is gone. */
export async function deleteWithToast(id: string): Promise<boolean> {
  try {
    await removeAssignment(id)
    showToast({ tone: 'success', title: 'Assignment deleted successfully', seconds: 3 })
    return true
  } catch (error) {
    showFailureToast(error, 'Failed to delete assignment')
    return false
  }
}
