import { useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { formatDate, formatDay } from '../../lib/time/time'
import { dayIn } from '../../lib/time/time-zone'
import type { Claim } from './types'

/** The first and the last day on which an approved amount is to be paid, in the site's time zone; null if nothing is. */
export function usePayDays({ payFrom, payBy }: Claim): { from: string; by: string } | null {
  const zone = useAnswer(siteQuery, { enabled: payBy !== null, withoutLoader: true }).data?.timeZone
  if (payFrom === null || payBy === null) return null
  const dayOf = (iso: string) => (zone ? formatDate(dayIn(zone, Date.parse(iso))) : formatDay(iso))
  return { from: dayOf(payFrom), by: dayOf(payBy) }
}
