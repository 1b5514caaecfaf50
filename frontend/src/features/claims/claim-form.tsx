import { usePolicy } from '../../lib/api/policies-query'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import type { Closing } from '../../ui/dialogs/modal'
import { AmountField } from '../../ui/forms/amount-field'
import { FormDialog } from '../../ui/forms/form-dialog'
import { TextArea } from '../../ui/forms/text-field'
import { kept } from '../../ui/forms/words'
import { ClaimWindow } from './claim-window'
import { saveClaim } from './queries'
import { newClaimSchema } from './rules'
import type { ClaimKind } from './types'
import { claimForms, claimForm as words } from './words'

/** The dialog in which a student asks for a refund, or a student or a tutor opens a dispute. What was typed stays when its time ends meanwhile. */
export function ClaimForm({
  assignment,
  kind,
  most,
  policyVersion,
  until,
  closed,
  ...dialog
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
} & Closing) {
  const policy = usePolicy(policyVersion)
  const isStudent = most !== undefined

  return (
    <FormDialog
      words={claimForms[kind]}
      {...dialog}
      values={{ reason: '', amount: '' }}
      schema={newClaimSchema(most)}
      send={(fields) => saveClaim(assignment, kind, fields)}
      closed={closed !== '' && { title: closed, text: kept }}
    >
      <p>{claimForms[kind].text}</p>
      <TextArea name="reason" label={words.reason} required />
      {isStudent && (
        <AmountField
          name="amount"
          label={words.amountIn(siteCurrency)}
          hint={(kind === 'refund' ? words.everything : words.atMost)(formatMoney(most))}
          max={most}
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
    </FormDialog>
  )
}
