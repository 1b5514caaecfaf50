import * as v from 'valibot'
import { requiredText } from './rules'

/** The reason of an action, as its form holds it. */
export const reasonText = requiredText('Reason', 2000)

/** The input of an action that needs a reason: cancelling, handing back, asking for changes (docs/product.md, section 10.3). */
export const reasonSchema = v.object({ reason: reasonText })

/** The form of a reason before anything is typed. */
export const noReason: v.InferInput<typeof reasonSchema> = { reason: '' }
