import type { Role } from '../../lib/session/session'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import type { ListedUser } from './types'
import { roleChange as words } from './words'

/** Explains a change of role and asks for confirmation (docs/product.md, section 4.5). */
export function RoleWarning({
  user,
  role,
  onConfirm,
  onClose,
}: {
  user: ListedUser
  role: Role
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title={words.title(user.name, role)}
      question={`${words.consequences[role]} ${words.now(user.name, user.role)}`}
      confirmLabel={words.confirm}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
