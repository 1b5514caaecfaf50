import * as v from 'valibot'
import { roles } from '../../lib/session/session'
import { checkedText, isBlank } from '../../lib/validation/rules'

/** The statuses of an account (docs/product.md, section 1). */
export const userStatuses = ['active', 'inactive'] as const

/** The input of a change of status (docs/product.md, section 1). */
export const updateUserStatusSchema = v.pipe(
  v.object({ id: v.string(), status: v.string() }),
  v.check(({ id, status }) => !isBlank(id) && !isBlank(status), 'User ID and status are required'),
  v.check(
    ({ status }) => isBlank(status) || userStatuses.some((known) => known === status),
    'Invalid status value',
  ),
)

/** The input of a change of role (docs/product.md, section 1). */
export const roleChangeSchema = checkedText((role) =>
  roles.some((known) => known === role) ? undefined : 'Invalid role value',
)
