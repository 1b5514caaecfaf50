import { removeAssignment } from '../../features/assignments/queries'
import { isTold, readMessage, toFailure } from '../../lib/failure'
import { showToast } from '../../ui/toast-state'

/** What is asked before an assignment is deleted (docs/product.md, section 4.4). */
export const DELETE_QUESTION = 'Are you sure you want to delete this assignment?'

/** Deletes an assignment and tells how it went; true where it is gone. */
export async function deleteTold(id: string): Promise<boolean> {
  try {
    await removeAssignment(id)
    showToast({ tone: 'success', title: 'Assignment deleted successfully', seconds: 3 })
    return true
  } catch (error) {
    const failure = toFailure(error)
    const title = readMessage(failure, 'Failed to delete assignment')
    if (isTold(failure)) showToast({ tone: 'error', title, seconds: 5 })
    return false
  }
}
