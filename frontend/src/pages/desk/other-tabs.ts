import { listOf } from '../../ui/tables/list'

/** The versions of the policies. All are listed at once. */
export const policyList = listOf({ path: '/admin/dashboard/policies', filters: {} })

/** The status of the program, which is not a list. */
export const statusTab = listOf({ path: '/admin/dashboard/status', filters: {} })
