import { makeChange } from '../../lib/api/query'
import { createPolicy } from './api'
import type { NewPolicy } from './types'

/** As `createPolicy`; the list is fetched again. */
export const addPolicy = (policy: NewPolicy) =>
  makeChange([{ noun: 'policies', id: '', change: 'create' }], () => createPolicy(policy))
