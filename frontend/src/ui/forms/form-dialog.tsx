import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormModal } from '../dialogs/form-modal'
import type { Closing } from '../dialogs/modal'
import { cancel } from '../dialogs/words'
import { Form } from './form'

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
