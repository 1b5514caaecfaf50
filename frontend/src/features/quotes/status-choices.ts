import { statusNames } from './desk-words'
import { quoteStatuses } from './rules'

/** The choices of a select of statuses. */
export const statusChoices = quoteStatuses.map((status) => ({ value: status, label: statusNames[status] }))
