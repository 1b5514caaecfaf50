import { sendChange } from '../../lib/api/change'
import { policyVersionSchema } from '../../lib/api/policies'
import { makeChange } from '../../lib/api/query'
import type { NewPolicy } from './model'

/** Adds a version of the policies; for admins. The list is fetched again. Throws a Failure. */
export const createPolicy = (policy: NewPolicy) =>
  makeChange([{ noun: 'policies', id: '', change: 'create' }], () =>
    sendChange(policyVersionSchema, 'POST', '/policies', policy),
  )
