import { attempt } from '../../ui/buttons/use-action'
import { deleteAssignment } from './api'
import { deletion } from './words.en'

/** Deletes an assignment and shows the outcome as a toast. Resolves to true if it was deleted. */
export const deleteWithToast = (id: string) =>
  attempt(deleteAssignment, { done: deletion.deleted, failed: deletion.failed }, id)
