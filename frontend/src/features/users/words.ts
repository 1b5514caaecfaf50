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
  sort: 'Sort by',
  all: 'All',
  search: 'Name or email',
  orders: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    nameUp: 'Name, A to Z',
    nameDown: 'Name, Z to A',
    emailUp: 'Email, A to Z',
    emailDown: 'Email, Z to A',
    roleUp: 'Role, A to Z',
    roleDown: 'Role, Z to A',
    activeFirst: 'Active first',
    inactiveFirst: 'Inactive first',
  },
}

const anAccountOf = (role: string) => `${role === 'admin' ? 'an' : 'a'} ${role}`

export const roleChange = {
  title: (name: string, role: string) => `Make ${name} ${anAccountOf(role)}?`,
  now: (name: string, role: string) =>
    `${name} is currently ${anAccountOf(role)}. The change takes effect immediately.`,
  consequences: {
    admin: 'Admins can see and change every assignment and every account.',
    tutor: 'Tutors see the assignments assigned to them, and no longer have the student dashboard.',
    student: 'Students see only the assignments they handed in.',
  },
  confirm: 'Change role',
}
