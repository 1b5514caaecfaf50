import { all, choice, listOf, named } from '../../ui/tables/list'
import { statusWords, filters as words } from './words.en'

/** All claims, usually those that wait for a decision. */
export const claimList = listOf({
  path: '/admin/dashboard/claims',
  filters: {
    status: choice(words.status, [...named(statusWords), all]),
    kind: choice(words.kind, [
      all,
      { value: 'refund', label: words.refunds },
      { value: 'dispute', label: words.disputes },
    ]),
  },
})

export type ClaimFilter = typeof claimList.usual
