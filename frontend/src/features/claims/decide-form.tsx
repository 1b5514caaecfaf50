import { usePolicy } from '../../lib/api/policies-query'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import type { Closing } from '../../ui/dialogs/modal'
import { showSuccess } from '../../ui/feedback/success-toast'
import { AmountField } from '../../ui/forms/amount-field'
import { FormDialog } from '../../ui/forms/form-dialog'
import { SelectField } from '../../ui/forms/select-field'
import { TextArea } from '../../ui/forms/text-field'
import { kept } from '../../ui/forms/words'
import { saveClaimDecision } from './queries'
import { can, decisionSchema, kindOf } from './rules'
import type { Claim } from './types'
import { decideForm as words } from './words'

const choices = [
  { value: '', label: words.choose },
  { value: 'approve', label: words.approve },
  { value: 'decline', label: words.decline },
]

/** The dialog in which an admin approves or declines an open claim. It suggests the amount that was asked for. */
export function DecideForm({
  claim,
  most,
  policyVersion,
  ...dialog
}: {
  claim: Claim
  /** What can still be returned, in whole units. */
  most: number
  /** The version of the policies that holds for the order. */
  policyVersion: string | null
} & Closing) {
  const { kind, amount: asked } = claim
  const isRefund = kind === 'refund'
  const policy = usePolicy(policyVersion)
  const limit = (isRefund ? words.most : words.mostOrNothing)(formatMoney(most))
  return (
    <FormDialog
      words={{ ...words, title: words.title[kindOf(claim)], done: undefined }}
      {...dialog}
      values={{ decision: '', outcome: '', amount: asked ? asked.toFixed(2) : '' }}
      schema={decisionSchema(kind, most)}
      send={(fields) => saveClaimDecision(claim, fields)}
      done={(_, { decision }) => showSuccess(words.done[decision === 'approve' ? 'approve' : 'decline'])}
      closed={!can(claim, 'decide') && { title: words.closed, text: kept }}
    >
      {(form) => {
        const declines = form.watch('decision') === 'decline'
        return (
          <>
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <SelectField name="decision" label={words.decision} required choices={choices} />
              {!declines && (
                <AmountField
                  name="amount"
                  label={words.amountIn(siteCurrency)}
                  hint={asked ? `${words.asked(formatMoney(asked))} ${limit}` : limit}
                  max={most}
                  required={isRefund}
                />
              )}
            </div>
            <TextArea name="outcome" label={words.outcome} hint={words.outcomeHint} required />
            <p className="text-muted empty:hidden">
              {declines ? isRefund && words.declined(policy) : words.approved(policy)}
            </p>
          </>
        )
      }}
    </FormDialog>
  )
}
