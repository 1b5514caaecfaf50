import type { PolicyVersion } from '../../lib/api/policies'
import { formatCount } from '../../lib/formats/format'
import type { NewPolicy } from './types'

/** The numbers of the policies with their names and limits, in the order of the form (docs/product.md, section 13). */
export const policyNumbers = [
  { field: 'revisionDays', label: 'Revision days', least: 1, most: 3650 },
  { field: 'longRevisionDays', label: 'Long revision days', least: 1, most: 3650 },
  { field: 'longRevisionWords', label: 'Long revision words', least: 1, most: 1_000_000 },
  { field: 'refundRequestDays', label: 'Refund request days', least: 1, most: 3650 },
  { field: 'refundMinBusinessDays', label: 'Refund minimum business days', least: 1, most: 3650 },
  { field: 'refundMaxBusinessDays', label: 'Refund maximum business days', least: 1, most: 3650 },
  { field: 'disputeHours', label: 'Dispute hours', least: 1, most: 3650 },
  { field: 'retentionDays', label: 'Retention days', least: 1, most: 3650 },
  { field: 'quoteRetentionDays', label: 'Days to keep files of quote requests', least: 1, most: 3650 },
  { field: 'minimumAge', label: 'Minimum age', least: 13, most: 3650 },
  { field: 'wordsPerPage', label: 'Words per page', least: 1, most: 3650 },
] as const

export type PolicyNumber = (typeof policyNumbers)[number]

type Numbers = Pick<NewPolicy, PolicyNumber['field']>

/** The numbers that differ between two versions, ready to be shown, without those that are still to be typed. */
export const changesBetween = (before: Numbers, after: Numbers) =>
  policyNumbers
    .filter(({ field }) => before[field] !== after[field] && Number.isFinite(after[field]))
    .map(({ label, field }) => ({
      label,
      from: formatCount(before[field]),
      to: formatCount(after[field]),
    }))

export type NumberChange = ReturnType<typeof changesBetween>[number]

/** The version in force at a time (milliseconds, by the server's clock). Takes all versions, newest first. */
export const inForceAt = (versions: PolicyVersion[], now: number): PolicyVersion | undefined =>
  versions.find(({ effectiveFrom }) => new Date(effectiveFrom).getTime() <= now)

/** How many open orders there are, whichever version they follow. */
export const countOpenOrders = (versions: PolicyVersion[]) =>
  versions.reduce((sum, { openOrders = 0 }) => sum + openOrders, 0)

/** Where a version stands at a time: it takes effect later, is in force, or has been replaced. */
export type Standing = 'announced' | 'inForce' | 'replaced'

/** All versions, newest first, each with its standing and with what it changes of the version before it; null for the first. */
export function historyOf(versions: PolicyVersion[], now: number) {
  const current = inForceAt(versions, now)
  return versions.map((policy, index) => {
    const before = versions[index + 1]
    const isAnnounced = new Date(policy.effectiveFrom).getTime() > now
    const standing: Standing = policy === current ? 'inForce' : isAnnounced ? 'announced' : 'replaced'
    return { policy, standing, changes: before ? changesBetween(before, policy) : null }
  })
}

export type HistoryEntry = ReturnType<typeof historyOf>[number]
