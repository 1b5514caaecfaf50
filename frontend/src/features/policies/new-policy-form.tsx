import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { PolicyVersion } from '../../lib/api/policies'
import { serverNow } from '../../lib/time/clock'
import { dayStartToUtc, localClock, localDay, localInputToUtc } from '../../lib/time/time'
import { browserZone, zoneWords } from '../../lib/time/time-zone'
import type { FormState } from '../../ui/dialogs/form-modal'
import { FormActions } from '../../ui/forms/form-actions'
import { attempt, FormSummary } from '../../ui/forms/form-failure'
import { TextField } from '../../ui/forms/text-field'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { NumberChanges } from './number-changes'
import { changesBetween, countOpenOrders, inForceAt, policyNumbers } from './numbers'
import { addPolicy } from './queries'
import { newPolicySchema } from './rules'
import type { NewPolicy } from './types'
import { form as words } from './version-words'

const schema = newPolicySchema(serverNow)

/** A time as a `datetime-local` field holds it, in the reader's zone. Takes RFC 3339. */
const localInput = (iso: string) => `${localDay(iso)}T${localClock(iso)}`

/** The start that a new version suggests, as the field holds it: that of the day after today and after the newest version takes effect. */
function suggestedStart({ effectiveFrom }: PolicyVersion): string {
  const last = Math.max(serverNow(), new Date(effectiveFrom).getTime())
  return localInput(dayStartToUtc(localDay(new Date(last).toISOString()), 1))
}

/** The form in which an admin adds a version of the policies. It begins with the numbers of the newest one. */
export function NewPolicyForm({
  versions,
  newest,
  onAdded,
  onState,
}: {
  /** All versions, newest first. */
  versions: PolicyVersion[]
  newest: PolicyVersion
  onAdded: (added: PolicyVersion) => void
  onState: (state: FormState) => void
}) {
  const [start] = useState(() => suggestedStart(newest))
  const { version: _, openOrders: __, ...numbers } = newest
  const { form } = useRecordForm<NewPolicy>({
    record: { ...numbers, effectiveFrom: start },
    resolver: valibotResolver(schema),
    onState,
  })
  const { errors, isSubmitting } = form.formState
  const values = useWatch({ control: form.control }) as NewPolicy
  // An announced version may take effect after the new one, which then follows the version before it.
  const before = inForceAt(versions, new Date(localInputToUtc(values.effectiveFrom)).getTime()) ?? newest
  const changes = changesBetween(before, values)

  const submit = form.handleSubmit(async (policy) => {
    await attempt(form, words.failed, async () => {
      onAdded(await addPolicy({ ...policy, effectiveFrom: localInputToUtc(policy.effectiveFrom) }))
    })
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <TextField
        label={words.effectiveFrom}
        hint={words.effectiveHint(zoneWords(browserZone()))}
        type="datetime-local"
        required
        error={errors.effectiveFrom?.message}
        {...form.register('effectiveFrom')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {policyNumbers.map(({ field, label, least, most }) => (
          <TextField
            key={field}
            label={label}
            type="number"
            inputMode="numeric"
            min={least}
            max={most}
            required
            error={errors[field]?.message}
            {...form.register(field, { valueAsNumber: true })}
          />
        ))}
      </div>
      <section aria-labelledby="policy-preview" className="border border-base-300 p-4">
        <h3 id="policy-preview" className="text-xl">
          {words.preview(before.version)}
        </h3>
        <div className="my-2" role="status">
          {changes.length > 0 ? <NumberChanges changes={changes} /> : words.unchanged(before.version)}
        </div>
        <p>{words.reach(countOpenOrders(versions))}</p>
      </section>
      <FormActions cancel={words.cancel} submit={words.submit} sending={isSubmitting} />
    </form>
  )
}
