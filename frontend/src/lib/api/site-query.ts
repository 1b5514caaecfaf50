import { listPolicies, type PolicyVersion } from './policies'
import { question, useAnswer } from './query'
import { getSite } from './site'

/** The question for the public facts of this installation, for signed-in pages. */
export const siteQuery = question(['site'], getSite, ['policies'])

/** All versions of the policies; for admins, with how many open orders follow each. For signed-in pages. */
export const policiesQuery = question(
  ['policies'],
  listPolicies,
  // Orders that come, end or are deleted change the counts.
  ['policies', 'assignments'],
)

/** The version of the policies that an order follows, once it is known. */
export function usePolicy(version: string | null): PolicyVersion | undefined {
  const { data } = useAnswer(policiesQuery, { enabled: version !== null, withoutLoader: true })
  return data?.find((policy) => policy.version === version)
}
