import { valibotResolver } from '@hookform/resolvers/valibot'
import { usePolicy } from '../../lib/api/policies-query'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import type { FormState } from '../../ui/dialogs/form-modal'
import { Alert } from '../../ui/feedback/alert'
import { FormActions } from '../../ui/forms/form-actions'
import { attempt, FormSummary } from '../../ui/forms/form-failure'
import { TextArea, TextField } from '../../ui/forms/text-field'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { ClaimWindow } from './claim-window'
import { saveClaim } from './queries'
import { newClaimSchema } from './rules'
import type { ClaimFields, ClaimKind } from './types'
import { claimForms, claimForm as words } from './words'

const empty: ClaimFields = { reason: '', amount: '' }

/** The form in which a student asks for a refund, or a student or a tutor opens a dispute. What was typed stays when its time ends meanwhile. */
export function ClaimForm({
  assignment,
  kind,
  most,
  policyVersion,
  until,
  closed,
  onOpened,
  onState,
}: {
  assignment: string
  kind: ClaimKind
  /** What can still be returned, in whole units; undefined for tutors, who do not know the money. */
  most: number | undefined
  /** The version of the policies that holds for the order. */
  policyVersion: string | null
  /** When the window closes; null for never. */
  until: string | null
  /** Why it cannot be sent any more; '' while it can. */
  closed: string
  onOpened: () => void
  onState: (state: FormState) => void
}) {
  const { form } = useRecordForm<ClaimFields>({
    record: empty,
    resolver: valibotResolver(newClaimSchema(most)),
    onState,
  })
  const { errors, isSubmitting } = form.formState
  const policy = usePolicy(policyVersion)
  const { text, submit: label, failed } = claimForms[kind]
  const isStudent = most !== undefined

  const submit = form.handleSubmit(async (fields) => {
    if (closed) return
    await attempt(form, failed, async () => {
      await saveClaim(assignment, kind, fields)
      onOpened()
    })
  })

  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
      {closed ? (
        <Alert tone="info" title={closed}>
          <p>{words.kept}</p>
        </Alert>
      ) : (
        <FormSummary form={form} />
      )}
      <p>{text}</p>
      <TextArea label={words.reason} required error={errors.reason?.message} {...form.register('reason')} />
      {isStudent && (
        <TextField
          label={words.amountIn(siteCurrency)}
          hint={(kind === 'refund' ? words.everything : words.atMost)(formatMoney(most))}
          type="number"
          inputMode="decimal"
          min={0}
          max={most}
          step={0.01}
          error={errors.amount?.message}
          {...form.register('amount')}
        />
      )}
      <div>
        <h3 className="text-xl">{words.next}</h3>
        <ul className="mt-1 list-disc pl-5">
          <li>{words.decided(policy)}</li>
          <li>{words.pauses}</li>
          {isStudent && <li>{words.paid(policy)}</li>}
          <li>{isStudent ? words.private.student : words.private.tutor}</li>
        </ul>
      </div>
      {!closed && <ClaimWindow until={until} />}
      <FormActions cancel={words.cancel} submit={label} sending={isSubmitting} unavailable={closed !== ''} />
    </form>
  )
}
