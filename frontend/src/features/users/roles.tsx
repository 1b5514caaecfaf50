import { type Role, roles } from '../../lib/session/session'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { Tag, type Tone } from '../../ui/text/tag'
import type { ListedUser } from './model'
import { roleNames, roleChange as words } from './words.en'

const badges: Record<Role, { tone: Tone; name: string }> = {
  admin: { tone: 'red', name: roleNames.admin },
  tutor: { tone: 'blue', name: roleNames.tutor },
  student: { tone: 'green', name: roleNames.student },
}

const known = (role: string) => (badges as Partial<Record<string, (typeof badges)[Role]>>)[role]

/** The name of a role; an unknown one is shown as it is. */
const roleName = (role: string) => known(role)?.name ?? role

/** The choices of a select of roles. */
export const roleChoices = roles.map((role) => ({ value: role, label: badges[role].name }))

/** The colour of a role; unknown ones are gray. */
export const roleTone = (role: string) => known(role)?.tone ?? 'gray'

/** A role as a coloured dot and a word: admin red, tutor blue, student green (docs/product.md, section 1). */
export function RoleBadge({ role }: { role: Role }) {
  return <Tag tone={roleTone(role)}>{roleName(role)}</Tag>
}

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
