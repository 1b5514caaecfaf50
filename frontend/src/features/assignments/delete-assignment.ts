import { attempt } from '../../ui/buttons/use-action'
import { removeAssignment } from './queries'
import { deletion } from './words'

/** Deletes an assignment and shows the outcome as a toast. Resolves to true if it was deleted. */
export const deleteWithToast = (id: string) =>
  attempt(removeAssignment, { done: deletion.deleted, failed: deletion.failed }, id)
