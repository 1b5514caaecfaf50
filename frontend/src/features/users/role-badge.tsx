import { type Role, roles } from '../../lib/session/session'
import { Tag, type Tone } from '../../ui/text/tag'
import { roleNames } from './words'

const badges: Record<Role, { tone: Tone; name: string }> = {
  admin: { tone: 'red', name: roleNames.admin },
  tutor: { tone: 'blue', name: roleNames.tutor },
  student: { tone: 'green', name: roleNames.student },
}

const known = (role: string) => (badges as Partial<Record<string, (typeof badges)[Role]>>)[role]

/** The name of a role; an unknown one is shown as it is. */
export const roleName = (role: string) => known(role)?.name ?? role

/** The choices of a select of roles. */
export const roleChoices = roles.map((role) => ({ value: role, label: badges[role].name }))

/** The colour of a role; unknown ones are gray. */
export const roleTone = (role: string) => known(role)?.tone ?? 'gray'

/** A role as a coloured dot and a word: admin red, tutor blue, student green (docs/product.md, section 1). */
export function RoleBadge({ role }: { role: Role }) {
  return <Tag tone={roleTone(role)}>{roleName(role)}</Tag>
}
