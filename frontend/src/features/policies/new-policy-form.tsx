import { useState } from 'react'
import type { PolicyVersion } from '../../lib/api/policies'
import { serverNow } from '../../lib/time/clock'
import { dayStartToUtc, localClock, localDay, localInputToUtc } from '../../lib/time/time'
import { browserZone, zoneWords } from '../../lib/time/time-zone'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { TextField } from '../../ui/forms/fields'
import { FormDialog } from '../../ui/forms/form'
import { createPolicy } from './api'
import {
  changesBetween,
  countOpenOrders,
  inForceAt,
  type NewPolicy,
  newPolicySchema,
  policyNumbers,
} from './model'
import { NumberChanges } from './number-changes'
import { form as words } from './version-words.en'

const schema = newPolicySchema(serverNow)

/** A time as a `datetime-local` field holds it, in the reader's zone. Takes RFC 3339. */
const localInput = (iso: string) => `${localDay(iso)}T${localClock(iso)}`

/** The suggested start of a new version, as the field holds it: the day after today or after the newest version's start, whichever is later. */
function suggestedStart({ effectiveFrom }: PolicyVersion): string {
  const last = Math.max(serverNow(), new Date(effectiveFrom).getTime())
  return localInput(dayStartToUtc(localDay(new Date(last).toISOString()), 1))
}

/** The dialog in which an admin adds a version of the policies. It begins with the numbers of the newest one. */
export function NewPolicyForm({
  versions,
  newest,
  onClose,
}: {
  /** All versions, newest first. */
  versions: PolicyVersion[]
  newest: PolicyVersion
  onClose: () => void
}) {
  const [effectiveFrom] = useState(() => suggestedStart(newest))
  const { version: _, openOrders: __, ...numbers } = newest
  return (
    <FormDialog
      words={words}
      onClose={onClose}
      values={{ ...numbers, effectiveFrom }}
      schema={schema}
      send={(policy) => createPolicy({ ...policy, effectiveFrom: localInputToUtc(policy.effectiveFrom) })}
      done={({ version }) => showSuccess(words.added(version))}
    >
      {(form) => (
        <>
          <TextField
            name="effectiveFrom"
            label={words.effectiveFrom}
            hint={words.effectiveHint(zoneWords(browserZone()))}
            type="datetime-local"
            required
          />
          <div className="grid gap-4 sm:grid-cols-2">
            {policyNumbers.map(({ field, label, least, most }) => (
              <TextField
                key={field}
                name={field}
                asNumber
                label={label}
                type="number"
                inputMode="numeric"
                min={least}
                max={most}
                required
              />
            ))}
          </div>
          <Preview versions={versions} newest={newest} typed={form.watch()} />
        </>
      )}
    </FormDialog>
  )
}

/** What a new version changes, and for whom. */
function Preview({
  versions,
  newest,
  typed,
}: {
  versions: PolicyVersion[]
  newest: PolicyVersion
  typed: NewPolicy
}) {
  // An announced version may take effect after the new one, which then follows the version before it.
  const before = inForceAt(versions, new Date(localInputToUtc(typed.effectiveFrom)).getTime()) ?? newest
  const changes = changesBetween(before, typed)
  return (
    <section aria-labelledby="policy-preview" className="border border-base-300 p-4">
      <h3 id="policy-preview" className="text-xl">
        {words.preview(before.version)}
      </h3>
      <div className="my-2" role="status">
        {changes.length > 0 ? <NumberChanges changes={changes} /> : words.unchanged(before.version)}
      </div>
      <p>{words.reach(countOpenOrders(versions))}</p>
    </section>
  )
}
