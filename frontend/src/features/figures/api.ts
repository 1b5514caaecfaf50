import { send } from '../../lib/api/client'
import { followLink, linkTo } from '../../lib/api/download'
import { monthsSchema, type Span } from './types'

/** The figures of each month of a span, oldest first; for admins. Throws a Failure. */
export const listMonths = (span: Span, signal?: AbortSignal) =>
  send(monthsSchema, '/desk/figures', { query: span, signal })

/** Downloads the figures of a span as CSV; for admins. Throws a Failure. */
export const exportMonths = async (span: Span) => followLink(await linkTo('/desk/figures.csv/link', span))
