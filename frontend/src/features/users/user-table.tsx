import type { Role } from '../../lib/session/session'
import { formatDay } from '../../lib/time/time'
import { withValue } from '../../ui/forms/choices'
import { cellChoiceClass, rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { TableHead } from '../../ui/tables/table-head'
import { Dot } from '../../ui/text/tag'
import { roleChoices, roleTone } from './role-badge'
import { userStatuses } from './rules'
import type { ListedUser } from './types'

const columns = [
  { label: 'Name', sort: 'name' },
  { label: 'Email', sort: 'email' },
  { label: 'Role', sort: 'role' },
  { label: 'Status', sort: 'status' },
  { label: 'Member since', sort: 'createdAt' },
]

const statusChoices = userStatuses.map((status) => ({
  value: status,
  label: status === 'active' ? 'Active' : 'Inactive',
}))

/** All accounts with their standing and role; sheets instead of rows where it is narrow (docs/product.md, section 4.5). */
export function UserTable({
  users,
  self,
  sort,
  onSort,
  onStatus,
  onRole,
}: {
  users: ListedUser[]
  /** The account of the reader, who cannot deactivate it. */
  self: string | undefined
  sort: string
  onSort: (sort: string) => void
  onStatus: (user: ListedUser, status: string) => void
  onRole: (user: ListedUser, role: Role) => void
}) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">Users</caption>
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
                  You. Another admin can deactivate it.
                </p>
              )}
            </td>
            <td data-label="Email" className={`${wideCellClass} wrap-anywhere`}>
              {user.email}
            </td>
            <td data-label="Role">
              <div className={cellChoiceClass}>
                <Dot tone={roleTone(user.role)} />
                <select
                  className="select select-cell"
                  aria-label={`Role of ${user.name}`}
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
            <td data-label="Status">
              <div className={cellChoiceClass}>
                <Dot tone={user.status === 'active' ? 'green' : 'gray'} />
                <select
                  className="select select-cell"
                  aria-label={`Status of ${user.name}`}
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
            <td data-label="Member since">{formatDay(user.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
