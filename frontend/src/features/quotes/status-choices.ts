import { statusNames } from './desk-words'
import { hasOffer, quoteFilterStatuses } from './offer-rules'
import type { QuoteStatus } from './types'

const choiceOf = (status: QuoteStatus) => ({ value: status, label: statusNames[status] })

/**
 * The choices of an admin, with the present status. Only the customer can accept, and only time can let an
 * offer expire. Once there is an offer, only the customer can decline it: admins withdraw it.
 */
export const statusChoicesWith = (present: string) =>
  quoteFilterStatuses
    .filter((status) => {
      if (status === present) return true
      if (status === 'declined') return !hasOffer(present)
      return status !== 'accepted' && status !== 'expired'
    })
    .map(choiceOf)
