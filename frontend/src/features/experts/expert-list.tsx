import { formatCount } from '../../lib/formats/format'
import type { Expert } from './types'

/** The experts as the front page names them: no pictures, no quotations, only what the desk knows of their work. */
export function ExpertList({ experts }: { experts: Expert[] }) {
  return (
    <ul className="expert-list">
      {experts.map((expert) => (
        <li key={JSON.stringify(expert)}>
          <h3 className="text-xl">{expert.name}</h3>
          <p className="text-muted">
            {[expert.specialization, expert.experience].filter(Boolean).join(' · ') || 'Written work'}
          </p>
          <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1">
            <div>
              <dt className="text-sm text-muted">Rating</dt>
              <dd className="tabular-nums">
                {expert.ratingCount > 0 ? (
                  <>
                    <strong>{expert.averageRating.toFixed(1)}</strong> of 5, from{' '}
                    {formatCount(expert.ratingCount)} {expert.ratingCount === 1 ? 'rating' : 'ratings'}
                  </>
                ) : (
                  'Not rated yet'
                )}
              </dd>
            </div>
            <div>
              <dt className="text-sm text-muted">Completed</dt>
              <dd className="tabular-nums">
                {formatCount(expert.completedAssignments)}{' '}
                {expert.completedAssignments === 1 ? 'assignment' : 'assignments'}
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
