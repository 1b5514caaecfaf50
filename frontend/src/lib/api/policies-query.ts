import { listPolicies, type PolicyVersion } from './policies'
import { type Question, useAnswer } from './query'

/** All versions of the policies; for admins, with how many open orders follow each. For signed-in pages. */
export const policiesQuery: Question<PolicyVersion[]> = {
  queryKey: ['policies'],
  queryFn: ({ signal }) => listPolicies(signal),
  // Orders that come, end or are deleted change the counts.
  meta: { sources: [{ noun: 'policies' }, { noun: 'assignments' }] },
}

/** The version of the policies that an order follows, once it is known. */
export function usePolicy(version: string | null): PolicyVersion | undefined {
  const { data } = useAnswer(policiesQuery, { enabled: version !== null, withoutLoader: true })
  return data?.find((policy) => policy.version === version)
}
