import { send } from '../../lib/api/client'
import { followLink, linkTo } from '../../lib/api/download'
import { question } from '../../lib/api/query'
import { monthsSchema, type Span } from './model'

/** The figures of each month of a span, oldest first; for admins. Throws a Failure. */
export const listMonths = (span: Span, signal?: AbortSignal) =>
  send(monthsSchema, '/desk/figures', { query: span, signal })

/** Downloads the figures of a span as CSV; for admins. Throws a Failure. */
export const exportMonths = async (span: Span) => followLink(await linkTo('/desk/figures.csv/link', span))

/** The figures of each month of a span, for admins. */
export const monthsQuery = (span: Span) =>
  question(['figures', span], (signal) => listMonths(span, signal), [
    'assignments',
    'claims',
    'payouts',
    'ledger',
  ])
