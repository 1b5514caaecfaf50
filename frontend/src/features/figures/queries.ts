import { question } from '../../lib/api/question'
import { listMonths } from './api'
import type { Span } from './types'

/** The figures of each month of a span, for admins. */
export const monthsQuery = (span: Span) =>
  question(['figures', span], (signal) => listMonths(span, signal), [
    'assignments',
    'claims',
    'payouts',
    'ledger',
  ])
