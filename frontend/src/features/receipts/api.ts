import { send } from '../../lib/api/client'
import { type Receipt, receiptSchema } from './types'

/** The receipt of a delivery; anyone may read it. Throws a Failure. */
export function getReceipt(code: string, signal?: AbortSignal): Promise<Receipt> {
  return send(receiptSchema, `/receipts/${encodeURIComponent(code)}`, { signal })
}
