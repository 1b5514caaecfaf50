import { type Role, roles } from '../../lib/session/session'
import { Tag, type Tone } from '../../ui/text/tag'

const badges: Record<Role, { tone: Tone; word: string }> = {
  admin: { tone: 'red', word: 'Admin' },
  tutor: { tone: 'blue', word: 'Tutor' },
  student: { tone: 'green', word: 'Student' },
}

const known = (role: string) => (badges as Partial<Record<string, (typeof badges)[Role]>>)[role]

/** A role as people read it; an unknown one is shown as it is. */
export const roleWord = (role: string) => known(role)?.word ?? role

/** The choices of a select of roles. */
export const roleChoices = roles.map((role) => ({ value: role, label: badges[role].word }))

/** The colour of a role; unknown ones are gray. */
export const roleTone = (role: string) => known(role)?.tone ?? 'gray'

/** A role as a dot and a word: admin red, tutor blue, student green (docs/product.md, section 1). */
export function RoleBadge({ role }: { role: Role }) {
  return <Tag tone={roleTone(role)}>{roleWord(role)}</Tag>
}
