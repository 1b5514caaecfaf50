import * as v from 'valibot'
import { localInputToUtc } from '../../lib/time/time'
import { isBlank } from '../../lib/validation/rules'
import { isTime } from '../../lib/validation/time'
import { type PolicyNumber, policyNumbers } from './numbers'

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
