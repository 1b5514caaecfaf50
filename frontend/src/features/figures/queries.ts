import type { Question } from '../../lib/api/query'
import { listMonths } from './api'
import type { Month, Span } from './types'

/** The figures of each month of a span, for admins. */
export const monthsQuery = (span: Span): Question<Month[]> => ({
  queryKey: ['figures', span],
  queryFn: ({ signal }) => listMonths(span, signal),
  meta: {
    sources: [{ noun: 'assignments' }, { noun: 'claims' }, { noun: 'payouts' }, { noun: 'ledger' }],
  },
})
