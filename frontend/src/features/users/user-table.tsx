import type { ComponentProps } from 'react'
import type { Role } from '../../lib/session/session'
import { formatDay } from '../../lib/time/time'
import { type Choice, withValue } from '../../ui/forms/select-field'
import { named } from '../../ui/tables/list'
import { type Column, type RowsOf, Table } from '../../ui/tables/table'
import { Dot, type Tone } from '../../ui/text/tag'
import type { ListedUser } from './model'
import { roleChoices, roleTone } from './roles'
import { statusNames, table as words } from './words.en'

const statusChoices = named(statusNames)

/** All accounts with their status and role (docs/product.md, section 4.5). */
export function UserTable({
  self,
  onStatus,
  onRole,
  ...table
}: RowsOf<ListedUser> & {
  /** The reader's own account, which they cannot deactivate. */
  self: string | undefined
  onStatus: (user: ListedUser, status: string) => void
  onRole: (user: ListedUser, role: Role) => void
}) {
  const columns: Column<ListedUser>[] = [
    {
      head: words.name,
      sort: 'name',
      hidden: 'in sheets',
      wide: true,
      className: 'font-serif text-lg leading-snug font-semibold wrap-anywhere lg:text-base',
      cell: ({ _id, name }) => (
        <>
          {name}
          {_id === self && (
            <p id="own-account" className="font-sans text-sm font-normal text-muted">
              {words.self}
            </p>
          )}
        </>
      ),
    },
    { head: words.email, sort: 'email', wide: true, className: 'wrap-anywhere', cell: ({ email }) => email },
    {
      head: words.role,
      sort: 'role',
      cell: (user) => (
        <CellChoice
          tone={roleTone(user.role)}
          aria-label={words.roleOf(user.name)}
          value={user.role}
          choices={roleChoices}
          onChange={({ target }) => onRole(user, target.value as Role)}
        />
      ),
    },
    {
      head: words.status,
      sort: 'status',
      cell: (user) => (
        <CellChoice
          tone={user.status === 'active' ? 'green' : 'gray'}
          aria-label={words.statusOf(user.name)}
          aria-describedby={user._id === self ? 'own-account' : undefined}
          disabled={user._id === self}
          value={user.status}
          choices={statusChoices}
          onChange={({ target }) => onStatus(user, target.value)}
        />
      ),
    },
    { head: words.since, sort: 'createdAt', cell: ({ createdAt }) => formatDay(createdAt) },
  ]
  return <Table {...table} caption={words.caption} columns={columns} keyOf={({ _id }) => _id} />
}

/** A select in a cell, with a dot before it. A value that is not among its choices is added to them. */
function CellChoice({
  tone,
  value,
  choices,
  ...select
}: ComponentProps<'select'> & { tone: Tone; value: string; choices: Choice[] }) {
  return (
    <div className="flex items-center gap-1">
      <Dot tone={tone} />
      <select {...select} className="select select-cell" value={value}>
        {withValue(choices, value).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
