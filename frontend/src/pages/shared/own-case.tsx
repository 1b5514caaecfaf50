import { userStatsQuery } from '../../features/users/api'
import { useAnswer } from '../../lib/api/query'
import { ownCase } from './words.en'

/** Tells an admin that somebody else has to do this, and an only admin how to get another one. */
export function OwnCase({ of }: { of: keyof typeof ownCase.why }) {
  const { data } = useAnswer(userStatsQuery, { withoutLoader: true })
  return (
    <p className="max-w-prose">
      {ownCase.why[of]}
      {data?.adminUsers === 1 && ` ${ownCase.alone}`}
    </p>
  )
}
