import { send } from '../../lib/api/client'
import { withDeadline } from '../../lib/api/deadline'
import { type PolicyVersion, policyVersionSchema } from '../../lib/api/policies'
import type { NewPolicy } from './types'

/** Adds a version of the policies; for admins. Throws a Failure. */
export const createPolicy = (policy: NewPolicy): Promise<PolicyVersion> =>
  withDeadline((signal) => send(policyVersionSchema, '/policies', { method: 'POST', body: policy, signal }))
