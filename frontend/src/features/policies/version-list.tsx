import type { PolicyVersion } from '../../lib/api/policies'
import { formatCount } from '../../lib/formats/format'
import { useNow } from '../../lib/time/use-now'
import { ruledListClass } from '../../ui/text/list-classes'
import { Moment } from '../../ui/text/moment'
import { Tag, type Tone } from '../../ui/text/tag'
import { NumberChanges } from './number-changes'
import { type HistoryEntry, historyOf, policyNumbers, type Standing } from './numbers'
import { standings, versions as versionWords, desk as words } from './version-words'

const tones: Record<Standing, Tone> = { announced: 'blue', inForce: 'green', replaced: 'gray' }

/** All versions of the policies for admins, newest first (docs/product.md, section 4.5). */
export function VersionList({ versions }: { versions: PolicyVersion[] }) {
  const now = useNow()
  return (
    <section aria-label={words.label}>
      <ul className={ruledListClass}>
        {historyOf(versions, now).map((entry) => (
          <li key={entry.policy.version}>
            <Version {...entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Version({ policy, standing, changes }: HistoryEntry) {
  return (
    <article className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl">{versionWords.version(policy.version)}</h2>
        <Tag tone={tones[standing]}>{standings[standing]}</Tag>
      </div>
      <p className="text-muted">
        {versionWords.from} <Moment iso={policy.effectiveFrom} /> <span aria-hidden="true">·</span>{' '}
        {words.openOrders(policy.openOrders ?? 0)}
      </p>
      {changes === null && <p>{versionWords.first}</p>}
      {changes?.length === 0 && <p>{versionWords.unchanged}</p>}
      {changes && changes.length > 0 && <NumberChanges changes={changes} />}
      <details>
        <summary className="inline-block min-h-6 cursor-pointer text-primary underline underline-offset-4">
          {words.numbers}
        </summary>
        <dl className="mt-2 grid gap-x-10 gap-y-1 lining-nums tabular-nums sm:grid-cols-2">
          {policyNumbers.map(({ field, label }) => (
            <div key={field} className="flex justify-between gap-4 border-b border-base-300 py-1">
              <dt>{label}</dt>
              <dd className="font-semibold">{formatCount(policy[field])}</dd>
            </div>
          ))}
        </dl>
      </details>
    </article>
  )
}
