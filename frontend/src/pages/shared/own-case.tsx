import { userStatsQuery } from '../../features/users/api'
import { useAnswer } from '../../lib/api/query'
import { ownCase } from './words.en'

/** Tells an admin that another admin has to do this, and a sole admin how to get one. */
export function OwnCase({ of }: { of: keyof typeof ownCase.why }) {
  const { data } = useAnswer(userStatsQuery, { withoutLoader: true })
  return (
    <p className="max-w-prose">
      {ownCase.why[of]}
      {data?.adminUsers === 1 && ` ${ownCase.alone}`}
    </p>
  )
}
