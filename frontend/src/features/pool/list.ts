import { formatMoney } from '../../lib/formats/money'
import { withValue } from '../../ui/forms/select-field'
import { byCreation, choice, type FilterField, linked, listOf, named } from '../../ui/tables/list'
import { leastEarnings } from './model'
import { filters as words } from './words.en'

/** The pool. Amounts are in the site's currency. */
export const poolList = listOf({
  path: '/tutor/dashboard/available',
  filters: {
    /** One exact subject. Its field shows the subjects in the pool. */
    subject: linked,
    due: choice(words.due, [{ value: 'all', label: words.anyTime }, ...named(words.dueWithin)]),
    words: choice(words.words, [{ value: 'all', label: words.anyLength }, ...named(words.lengths)]),
    earnings: choice(words.earnings, [
      { value: 'all', label: words.anyEarnings },
      ...leastEarnings.map((value) => ({ value, label: words.atLeast(formatMoney(Number(value))) })),
    ]),
  },
  search: words.search,
  orders: { ...words.orders, ...byCreation },
})

export type PoolFilter = typeof poolList.usual

/** The fields with the subjects in the pool, and the chosen one even if it has left. */
export function fieldsWith(subjects: string[] = [], subject: string): FilterField[] {
  const present = withValue(
    subjects.map((value) => ({ value, label: value })),
    subject,
  )
  const choices = [{ value: '', label: words.anySubject }, ...present.filter(({ value }) => value !== '')]
  return [{ name: 'subject', label: words.subject, choices }, ...poolList.fields]
}
