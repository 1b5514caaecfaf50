import { type ComponentType, Suspense, useState } from 'react'
import { SelectField } from '../../ui/forms/select-field'
import { Skeleton } from '../../ui/loading/skeleton'
import { Disclosure } from '../../ui/text/disclosure'
import type { VersionFile } from './changed-text'
import { FilePair } from './file-pair'
import type { Delivery } from './types'
import { VersionDetails } from './version-details'
import { changes, version as versionWords, comparison as words } from './words'

/** The part that compares two texts. It loads when it is first needed. */
export type ChangesPart = ComponentType<{ assignment: string; earlier: VersionFile; later: VersionFile }>

const choicesOf = (deliveries: Delivery[]) =>
  deliveries.map(({ version }) => ({ value: String(version), label: versionWords.name(version) }))

/** Two versions side by side or, in narrow windows, one below the other, with what changed between them. */
export function CompareVersions({
  assignment,
  ordered,
  deliveries,
  Changes,
}: {
  assignment: string
  ordered: number | null
  /** Newest first, at least two. */
  deliveries: Delivery[]
  Changes: ChangesPart
}) {
  // Until the reader chooses, the two newest versions are compared.
  const [chosen, setChosen] = useState<{ earlier?: number; later?: number }>({})
  const find = (version: number | undefined) => deliveries.find((each) => each.version === version)
  const later = find(chosen.later) ?? deliveries[0]
  const earlier = find(chosen.earlier) ?? deliveries.find(({ version }) => version < (later?.version ?? 0))
  if (!earlier || !later) return null
  return (
    <Disclosure summary={words.title} look="row">
      <div className="mt-2 grid grid-cols-1 gap-x-8 gap-y-6 md:grid-cols-2">
        <div className="grid grid-cols-1 content-start gap-4">
          <SelectField
            label={words.earlier}
            required
            value={String(earlier.version)}
            choices={choicesOf(deliveries.filter(({ version }) => version < later.version))}
            onChange={({ target }) => setChosen({ ...chosen, earlier: Number(target.value) })}
          />
          <VersionDetails assignment={assignment} ordered={ordered} delivery={earlier} />
        </div>
        <div className="grid grid-cols-1 content-start gap-4">
          <SelectField
            label={words.later}
            required
            value={String(later.version)}
            choices={choicesOf(deliveries.filter(({ version }) => version > earlier.version))}
            onChange={({ target }) => setChosen({ ...chosen, later: Number(target.value) })}
          />
          <VersionDetails assignment={assignment} ordered={ordered} delivery={later} />
        </div>
      </div>
      <h3 className="mt-6 mb-1 text-xl">{words.changes}</h3>
      <FilePair key={`${earlier.version} ${later.version}`} earlier={earlier} later={later}>
        {(before, after) => (
          <Suspense fallback={<Skeleton label={changes.loading} height={12} />}>
            <Changes assignment={assignment} earlier={before} later={after} />
          </Suspense>
        )}
      </FilePair>
    </Disclosure>
  )
}
