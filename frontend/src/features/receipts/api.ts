import { send } from '../../lib/api/client'
import { receiptSchema } from './model'

/** The receipt of a delivery; anyone may read it. Throws a Failure. */
export const getReceipt = (code: string, signal?: AbortSignal) =>
  send(receiptSchema, `/receipts/${encodeURIComponent(code)}`, { signal })
