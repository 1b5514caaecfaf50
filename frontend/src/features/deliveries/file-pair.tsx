import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { SelectField } from '../../ui/forms/select-field'
import type { VersionFile } from './changed-text'
import type { DeliveredFile, Delivery } from './types'
import { comparison as words } from './words'

/** The files whose texts can still be read. */
const comparable = ({ files }: Delivery) => files.filter((file) => file.comparable && !file.purgedAt)

const choicesOf = (files: DeliveredFile[]) => files.map(({ _id, name }) => ({ value: _id, label: name }))

/** The first two files with the same name or, without one, the first of each version. */
function likelyPair(earlier: DeliveredFile[], later: DeliveredFile[]) {
  const after = later.find(({ name }) => earlier.some((file) => file.name === name)) ?? later[0]
  return { before: earlier.find(({ name }) => name === after?.name) ?? earlier[0], after }
}

/** Chooses a file of each of two versions whose texts are compared. */
export function FilePair({
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
      choices={choicesOf(files)}
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
