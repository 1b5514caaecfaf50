import * as v from 'valibot'
import { roles } from '../../lib/session/session'
import { checkedText, isBlank } from '../../lib/validation/rules'

/** The standings of an account (docs/product.md, section 1). */
export const userStatuses = ['active', 'inactive'] as const

/** What changing the standing of an account takes (docs/product.md, section 1). */
export const updateUserStatusSchema = v.pipe(
  v.object({ id: v.string(), status: v.string() }),
  v.check(({ id, status }) => !isBlank(id) && !isBlank(status), 'User ID and status are required'),
  v.check(
    ({ status }) => isBlank(status) || userStatuses.some((known) => known === status),
    'Invalid status value',
  ),
)

/** What changing the role of an account takes (docs/product.md, section 1). */
export const roleChangeSchema = checkedText((role) =>
  roles.some((known) => known === role) ? undefined : 'Invalid role value',
)
