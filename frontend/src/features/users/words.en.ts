import { formatCount } from '../../lib/formats/format'

/** The sentences about accounts: roles, the table, its filters, and the change of a role. */

export const roleNames = { admin: 'Admin', tutor: 'Tutor', student: 'Student' }

export const statusNames = { active: 'Active', inactive: 'Inactive' }

export const table = {
  caption: 'Users',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  status: 'Status',
  since: 'Member since',
  self: 'This is you. Only another admin can deactivate your account.',
  roleOf: (name: string) => `Role of ${name}`,
  statusOf: (name: string) => `Status of ${name}`,
}

export const filters = {
  role: 'Role',
  search: 'Name or email',
  orders: {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    email: 'Email, A to Z',
    '-email': 'Email, Z to A',
    role: 'Role, A to Z',
    '-role': 'Role, Z to A',
    status: 'Active first',
    '-status': 'Inactive first',
  },
}

const anAccountOf = (role: string) => `${role === 'admin' ? 'an' : 'a'} ${role}`

export const roleChange = {
  title: (name: string, role: string) => `Make ${name} ${anAccountOf(role)}?`,
  now: (name: string, role: string) =>
    `${name} is currently ${anAccountOf(role)}. The change takes effect immediately.`,
  consequences: {
    admin: 'Admins can see and change every assignment, quote request and account.',
    tutor: 'Tutors see the pool, the assignments given to them, and those they handed in.',
    student: 'Students see only the assignments they handed in.',
  },
  confirm: 'Change role',
}

/** The sentences about tutors: their totals, and the choice of one. */

export const totals = {
  label: 'Totals',
  assignments: 'Total Assignments',
  completed: 'Completed',
  rating: 'Average Rating',
  outOf: 'out of 5',
  earnings: 'Total Earnings',
}

export const choice = {
  label: 'Tutor',
  nobody: 'No tutor',
  /** `mean` has one decimal. */
  rating: (mean: string, count: number) => `${mean} out of 5 (${formatCount(count)})`,
  unrated: 'not rated yet',
  open: (count: number) => `${formatCount(count)} open`,
}
