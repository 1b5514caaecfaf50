import { type ComponentProps, type ReactNode, use } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../buttons/button'
import { FormModal } from '../dialogs/form-modal'
import { type Closing, DialogAround } from '../dialogs/modal'
import { cancel } from '../dialogs/words.en'
import { Alert } from '../feedback/alert'
import { useFormAround } from './fields'
import { FormFrame, FormSummary, SubmitButton } from './form-frame'
import { type SentForm, useSentForm } from './use-sent-form'

/** Why a form can no longer be sent, and what happens to what was typed. */
type Closed = { title: string; text?: string }

/** A form with its fields and, as its last row, the button that sends it and, in a dialog, one that closes it. */
export function Form<Values extends FieldValues, Result>({
  children,
  className,
  label,
  actions,
  submit,
  cancel,
  variant,
  closed,
  ...sent
}: SentForm<Values, Result> & {
  /** The fields, which find the form on their own. */
  children?: ReactNode | ((form: UseFormReturn<Values>) => ReactNode)
  className?: string
  label?: string
  /** The label of the button that sends it. */
  submit?: ReactNode
  variant?: 'danger'
  /** The label of the button that closes its dialog. */
  cancel?: string
  /** Replaces the last row. */
  actions?: ReactNode
  /** It can no longer be sent. What was typed stays. */
  closed?: Closed | false | undefined
}) {
  const { form, submit: send } = useSentForm(sent)
  const isClosed = Boolean(closed)
  return (
    <FormFrame
      form={form}
      className={className}
      label={label}
      onSubmit={isClosed ? (event) => event.preventDefault() : send}
    >
      {closed && !form.formState.isSubmitting ? (
        <Alert tone="info" title={closed.title}>
          {closed.text && <p>{closed.text}</p>}
        </Alert>
      ) : (
        <FormSummary />
      )}
      {typeof children === 'function' ? children(form) : children}
      {actions}
      {cancel !== undefined && (
        <div className="modal-action mt-2 flex-wrap">
          <CancelButton>{cancel}</CancelButton>
          <SubmitButton variant={variant} unavailable={isClosed}>
            {submit}
          </SubmitButton>
        </div>
      )}
      {cancel === undefined && submit !== undefined && <SubmitButton>{submit}</SubmitButton>}
    </FormFrame>
  )
}

/** The button that closes the surrounding dialog. It gets the focus first if there is no field. */
export function CancelButton({ children }: { children: ReactNode }) {
  return (
    <Button
      data-first-focus
      disabled={useFormAround().formState.isSubmitting}
      onClick={use(DialogAround)?.close}
    >
      {children}
    </Button>
  )
}

/** The texts of a dialog that is a form. */
type Words = { title: string; submit: string; cancel?: string; failed: string; done?: string }

/** A dialog that is a form. It closes when the form is sent, and asks before it discards what was typed. */
export function FormDialog<Values extends FieldValues, Result>({
  words,
  onClose,
  onDone,
  ...form
}: Omit<ComponentProps<typeof Form<Values, Result>>, 'failed' | 'submit' | 'cancel'> &
  Closing & { words: Words }) {
  return (
    <FormModal title={words.title} onClose={onClose} onDone={onDone}>
      <Form
        failed={words.failed}
        done={words.done}
        submit={words.submit}
        cancel={words.cancel ?? cancel}
        {...form}
      />
    </FormModal>
  )
}
