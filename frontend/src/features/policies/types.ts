import type { PolicyVersion } from '../../lib/api/policies'

/** A version to add. `effectiveFrom` is RFC 3339, or what a `datetime-local` field holds. */
export type NewPolicy = Omit<PolicyVersion, 'version' | 'openOrders'>
