import * as v from 'valibot'
import type { PolicyVersion } from '../../lib/api/policies'
import { formatCount } from '../../lib/formats/format'
import { localInputToUtc } from '../../lib/time/time'
import { isTime } from '../../lib/validation/checks'
import { isBlank } from '../../lib/validation/rules'

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

type PolicyNumber = (typeof policyNumbers)[number]

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

/** A version to add. `effectiveFrom` is RFC 3339, or what a `datetime-local` field holds. */
export type NewPolicy = Omit<PolicyVersion, 'version' | 'openOrders'>

/** How far in the past a version may begin, in milliseconds: the form was filled in earlier. */
const GRACE = 60_000

/** How many years ahead a version may begin. */
const YEARS_AHEAD = 5

/** The server's sentences are the same in every region. */
const thousands = (limit: number) => limit.toLocaleString('en-US')

function numberProblem({ label, least, most }: PolicyNumber, value: unknown) {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least)
    return `${label} must be a whole number of at least ${thousands(least)}`
  if (value > most) return `${label} must be at most ${thousands(most)}`
}

/** A number of the policies. */
const numberOf = (number: PolicyNumber) =>
  v.custom<number>(
    (value) => numberProblem(number, value) === undefined,
    ({ input }) => numberProblem(number, input) ?? '',
  )

function startProblem(value: unknown, now: number) {
  if (typeof value !== 'string' || isBlank(value)) return 'Effective from is required'
  if (!isTime(value)) return 'Effective from is invalid'
  const start = new Date(localInputToUtc(value)).getTime()
  if (start < now - GRACE) return 'Effective from must not be in the past'
  const last = new Date(now)
  if (start > last.setUTCFullYear(last.getUTCFullYear() + YEARS_AHEAD))
    return 'Effective from must be within 5 years'
}

type NumberSchemas = Record<PolicyNumber['field'], ReturnType<typeof numberOf>>

const numberSchemas = Object.fromEntries(
  policyNumbers.map((number) => [number.field, numberOf(number)]),
) as NumberSchemas

/** A new version of the policies (docs/product.md, section 13). `now` tells the time in milliseconds, by the server's clock. */
export const newPolicySchema = (now: () => number) =>
  v.pipe(
    v.object({
      effectiveFrom: v.custom<string>(
        (value) => startProblem(value, now()) === undefined,
        ({ input }) => startProblem(input, now()) ?? '',
      ),
      ...numberSchemas,
    }),
    v.forward(
      v.partialCheck(
        [['revisionDays'], ['longRevisionDays']],
        ({ revisionDays, longRevisionDays }) => revisionDays <= longRevisionDays,
        'Long revision days must not be fewer than revision days',
      ),
      ['longRevisionDays'],
    ),
    v.forward(
      v.partialCheck(
        [['refundMinBusinessDays'], ['refundMaxBusinessDays']],
        ({ refundMinBusinessDays, refundMaxBusinessDays }) => refundMinBusinessDays <= refundMaxBusinessDays,
        'Refund days must not end before they begin',
      ),
      ['refundMaxBusinessDays'],
    ),
  )
