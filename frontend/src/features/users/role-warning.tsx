import type { Role } from '../../lib/session/session'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { roleWord } from './role-badge'
import type { ListedUser } from './types'

const consequences: Record<Role, string> = {
  admin: 'Admins see every assignment and account, and can change or shut them.',
  tutor: 'Tutors see the work that is given to them, and no longer the student dashboard.',
  student: 'Students see only what they handed in themselves.',
}

/** Says what a change of role means before it is made (docs/product.md, section 4.5). */
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
      title={`Make ${user.name} ${role === 'admin' ? 'an' : 'a'} ${roleWord(role)}?`}
      question={`${consequences[role]} ${user.name} is ${user.role === 'admin' ? 'an' : 'a'} ${roleWord(user.role)} now; the change counts from the next thing they do.`}
      confirmLabel="Change role"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
