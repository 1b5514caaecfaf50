import { sendChange } from '../../lib/api/change'
import { policyVersionSchema } from '../../lib/api/policies'
import type { NewPolicy } from './types'

/** Adds a version of the policies; for admins. Throws a Failure. */
export const createPolicy = (policy: NewPolicy) =>
  sendChange(policyVersionSchema, 'POST', '/policies', policy)
