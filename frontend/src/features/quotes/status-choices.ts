import { statusNames } from './desk-words'
import { quoteFilterStatuses } from './offer-rules'
import type { QuoteStatus } from './types'

const choiceOf = (status: QuoteStatus) => ({ value: status, label: statusNames[status] })

/** The choices of a filter by status. */
export const statusFilterChoices = quoteFilterStatuses.map(choiceOf)

/** The choices of an admin, with the present status. Only the customer can accept, and only time can let an offer expire. */
export const statusChoicesWith = (present: string) =>
  quoteFilterStatuses
    .filter((status) => status === present || (status !== 'accepted' && status !== 'expired'))
    .map(choiceOf)
