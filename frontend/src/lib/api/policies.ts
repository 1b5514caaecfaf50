import * as v from 'valibot'
import { send } from './client'
import { policySchema } from './site'

/** A version of the policies. `openOrders` counts the unfinished assignments that follow it; for admins. */
export const policyVersionSchema = v.object({ ...policySchema.entries, openOrders: v.optional(v.number()) })

export type PolicyVersion = v.InferOutput<typeof policyVersionSchema>

const policyVersionsSchema = v.array(policyVersionSchema)

/** All versions of the policies, newest first, also those that take effect later. Throws a Failure. */
export const listPolicies = (signal?: AbortSignal): Promise<PolicyVersion[]> =>
  send(policyVersionsSchema, '/policies', { signal })
