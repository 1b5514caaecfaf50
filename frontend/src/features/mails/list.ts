import { all, byCreation, choice, listOf, named } from '../../ui/tables/list'
import { statusWords, table as words } from './words.en'

/** The list of emails. */
export const mailList = listOf({
  path: '/admin/dashboard/mails',
  filters: {
    status: choice(words.status, [all, ...named(statusWords)]),
  },
  orders: byCreation,
})

export type MailFilter = typeof mailList.usual
