import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { SelectField } from '../../ui/forms/select-field'
import { Skeleton } from '../../ui/loading/skeleton'
import { Disclosure } from '../../ui/text/disclosure'
import type { VersionFile } from './changed-text'
import type { DeliveredFile, Delivery } from './model'
import { VersionDetails } from './version-details'
import { changes, version as versionWords, comparison as words } from './words.en'

/** The files whose texts can still be read. */
const comparable = ({ files }: Delivery) => files.filter((file) => file.comparable && !file.purgedAt)

const fileChoices = (files: DeliveredFile[]) => files.map(({ _id, name }) => ({ value: _id, label: name }))

/** The first two files with the same name or, without one, the first of each version. */
function likelyPair(earlier: DeliveredFile[], later: DeliveredFile[]) {
  const after = later.find(({ name }) => earlier.some((file) => file.name === name)) ?? later[0]
  return { before: earlier.find(({ name }) => name === after?.name) ?? earlier[0], after }
}

/** Chooses a file of each of two versions whose texts are compared. */
function FilePair({
  earlier,
  later,
  children,
}: {
  earlier: Delivery
  later: Delivery
  /** Renders what changed between two files. */
  children: (before: VersionFile, after: VersionFile) => ReactNode
}) {
  const [shown, setShown] = useState(false)
  const [chosen, setChosen] = useState({ before: '', after: '' })
  const [old, young] = [comparable(earlier), comparable(later)]
  const likely = likelyPair(old, young)
  const before = old.find(({ _id }) => _id === chosen.before) ?? likely.before
  const after = young.find(({ _id }) => _id === chosen.after) ?? likely.after
  if (!before || !after) return <p>{words.nothingComparable}</p>

  const select = (
    side: 'before' | 'after',
    { version }: Delivery,
    files: DeliveredFile[],
    file: DeliveredFile,
  ) => (
    <SelectField
      label={words.fileOf(version)}
      required
      value={file._id}
      choices={fileChoices(files)}
      onChange={({ target }) => setChosen({ before: before._id, after: after._id, [side]: target.value })}
    />
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="max-w-prose text-muted">{words.hint}</p>
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-2">
        {select('before', earlier, old, before)}
        {select('after', later, young, after)}
      </div>
      <div>
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? words.hide : words.show}
        </Button>
      </div>
      {shown &&
        children({ version: earlier.version, file: before._id }, { version: later.version, file: after._id })}
    </div>
  )
}

/** The part that compares two texts. It loads when it is first needed. */
type ChangesPart = ComponentType<{ assignment: string; earlier: VersionFile; later: VersionFile }>

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
