import type { ComponentProps } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../buttons/button'
import { FormContext, useFormAround } from './field'

/** A form around its fields, for a form that is sent in its own way. */
export function FormFrame<Values extends FieldValues>({
  form,
  label,
  className = 'grid grid-cols-1 gap-4',
  ...rest
}: {
  form: UseFormReturn<Values>
  label?: string | undefined
  className?: string | undefined
} & Pick<ComponentProps<'form'>, 'onChange' | 'onSubmit' | 'children'>) {
  return (
    // Fields know the names of the values, not their types. A new object lets them follow the state of the form.
    <FormContext value={{ ...form } as unknown as UseFormReturn}>
      <form noValidate aria-label={label} className={className} {...rest} />
    </FormContext>
  )
}

/** The button that sends the form around. */
export function SubmitButton({ variant = 'primary', ...button }: ComponentProps<typeof Button>) {
  return <Button type="submit" variant={variant} busy={useFormAround().formState.isSubmitting} {...button} />
}
