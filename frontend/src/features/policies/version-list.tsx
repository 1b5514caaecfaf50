import type { PolicyVersion } from '../../lib/api/policies'
import { formatCount } from '../../lib/formats/format'
import { useNow } from '../../lib/time/use-now'
import { Disclosure } from '../../ui/text/disclosure'
import { Facts } from '../../ui/text/facts'
import { ruledListClass } from '../../ui/text/list-classes'
import { Moment } from '../../ui/text/moment'
import { Tag, type Tone } from '../../ui/text/tag'
import { type HistoryEntry, historyOf, policyNumbers, type Standing } from './model'
import { NumberChanges } from './number-changes'
import { standings, versions as versionWords, desk as words } from './version-words.en'

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
      <Disclosure summary={words.numbers}>
        <Facts
          facts={policyNumbers.map(({ field, label }) => [label, formatCount(policy[field])])}
          look="numbers"
          className="mt-2"
        />
      </Disclosure>
    </article>
  )
}
