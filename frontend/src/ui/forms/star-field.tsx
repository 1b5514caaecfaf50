import Star from 'lucide-react/icons/star'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { FieldError, fieldClass, useFormAround } from './fields'
import { stars } from './words.en'

const marks = [1, 2, 3, 4, 5]

/** A choice of one to five stars, null while nothing is chosen. It is a group of radio buttons, so the arrow keys work. */
export function StarField({ name, label }: { name: string; label: string }) {
  const id = useId()
  const form = useFormAround()
  const { field, fieldState } = useController({ name, control: form.control })
  const value: number = field.value ?? 0
  const error = fieldState.error?.message
  const choose = (mark: number) => form.setValue(name, mark, { shouldValidate: true, shouldDirty: true })
  return (
    <fieldset className={`${fieldClass} min-w-0`}>
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="flex">
        {marks.map((mark) => (
          <label
            key={mark}
            className="grid size-11 cursor-pointer place-items-center rounded-(--radius-field) text-primary -outline-offset-2 has-focus-visible:[outline:2px_solid_var(--color-primary)]"
          >
            <input
              ref={mark === 1 ? field.ref : undefined}
              type="radio"
              name={id}
              value={mark}
              checked={mark === value}
              onChange={() => choose(mark)}
              className="sr-only"
              aria-label={stars(mark)}
              aria-describedby={error ? `${id}-error` : undefined}
            />
            <Star
              size={26}
              strokeWidth={1.5}
              aria-hidden="true"
              fill={mark <= value ? 'currentcolor' : 'none'}
            />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

/** A rating as stars. */
export function Stars({ value }: { value: number }) {
  return (
    <span role="img" aria-label={stars(value)} className="inline-flex text-primary">
      {marks.map((mark) => (
        <Star
          key={mark}
          size={18}
          strokeWidth={1.5}
          aria-hidden="true"
          fill={mark <= value ? 'currentcolor' : 'none'}
        />
      ))}
    </span>
  )
}
