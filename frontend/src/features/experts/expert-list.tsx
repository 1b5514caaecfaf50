import type { Expert } from './model'
import { anySubject, completed, rating } from './words.en'

/** The experts on the front page, with facts about their work but no pictures or quotations. */
export function ExpertList({ experts }: { experts: Expert[] }) {
  return (
    <ul className="grid gap-x-12 border-t border-base-300 sm:grid-cols-2">
      {experts.map((expert) => (
        <li key={JSON.stringify(expert)} className="border-b border-base-300 py-4.5">
          <h3 className="text-xl">{expert.name}</h3>
          <p className="text-muted">
            {[expert.specialization, expert.experience].filter(Boolean).join(' · ') || anySubject}
          </p>
          <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1">
            <div>
              <dt className="text-sm text-muted">{rating.label}</dt>
              <dd className="tabular-nums">
                {expert.ratingCount > 0 ? (
                  <>
                    <strong>{expert.averageRating.toFixed(1)}</strong> {rating.source(expert.ratingCount)}
                  </>
                ) : (
                  rating.none
                )}
              </dd>
            </div>
            <div>
              <dt className="text-sm text-muted">{completed.label}</dt>
              <dd className="tabular-nums">{completed.count(expert.completedAssignments)}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
