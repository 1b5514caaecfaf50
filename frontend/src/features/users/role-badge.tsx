import type { Role } from '../../lib/session'
import { Tag, type Tone } from '../../ui/tag'

const roles: Record<Role, { tone: Tone; word: string }> = {
  admin: { tone: 'red', word: 'Admin' },
  tutor: { tone: 'blue', word: 'Tutor' },
  student: { tone: 'green', word: 'Student' },
}

/** A role as people read it. */
export const roleWord = (role: Role) => roles[role].word

/** The colour of a role. */
export const roleTone = (role: Role) => roles[role].tone

/** A role as a dot and a word: admin red, tutor blue, student green (docs/product.md, section 1). */
export function RoleBadge({ role }: { role: Role }) {
  return <Tag tone={roles[role].tone}>{roles[role].word}</Tag>
}
