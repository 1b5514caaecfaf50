import type { Role } from '../../lib/session/session'
import { formatDay } from '../../lib/time/time'
import { withValue } from '../../ui/forms/choices'
import { cellChoiceClass, rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { TableHead } from '../../ui/tables/table-head'
import { Dot } from '../../ui/text/tag'
import { roleChoices, roleTone } from './role-badge'
import { userStatuses } from './rules'
import type { ListedUser } from './types'
import { statusNames, table as words } from './words'

const columns = [
  { label: words.name, sort: 'name' },
  { label: words.email, sort: 'email' },
  { label: words.role, sort: 'role' },
  { label: words.status, sort: 'status' },
  { label: words.since, sort: 'createdAt' },
]

const statusChoices = userStatuses.map((status) => ({
  value: status,
  label: statusNames[status],
}))

/** All accounts with their status and role (docs/product.md, section 4.5). On narrow screens each row becomes a sheet. */
export function UserTable({
  users,
  self,
  sort,
  onSort,
  onStatus,
  onRole,
}: {
  users: ListedUser[]
  /** The reader's own account, which they cannot deactivate. */
  self: string | undefined
  sort: string
  onSort: (sort: string) => void
  onStatus: (user: ListedUser, status: string) => void
  onRole: (user: ListedUser, role: Role) => void
}) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">{words.caption}</caption>
      <TableHead columns={columns} sort={sort} onSort={onSort} />
      <tbody>
        {users.map((user) => (
          <tr key={user._id} className={rowClass}>
            <td
              className={`${wideCellClass} font-serif text-lg leading-snug font-semibold wrap-anywhere lg:text-base`}
            >
              {user.name}
              {user._id === self && (
                <p id="own-account" className="font-sans text-sm font-normal text-muted">
                  {words.self}
                </p>
              )}
            </td>
            <td data-label={words.email} className={`${wideCellClass} wrap-anywhere`}>
              {user.email}
            </td>
            <td data-label={words.role}>
              <div className={cellChoiceClass}>
                <Dot tone={roleTone(user.role)} />
                <select
                  className="select select-cell"
                  aria-label={words.roleOf(user.name)}
                  value={user.role}
                  onChange={({ target }) => onRole(user, target.value as Role)}
                >
                  {withValue(roleChoices, user.role).map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </div>
            </td>
            <td data-label={words.status}>
              <div className={cellChoiceClass}>
                <Dot tone={user.status === 'active' ? 'green' : 'gray'} />
                <select
                  className="select select-cell"
                  aria-label={words.statusOf(user.name)}
                  aria-describedby={user._id === self ? 'own-account' : undefined}
                  disabled={user._id === self}
                  value={user.status}
                  onChange={({ target }) => onStatus(user, target.value)}
                >
                  {withValue(statusChoices, user.status).map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </div>
            </td>
            <td data-label={words.since}>{formatDay(user.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
