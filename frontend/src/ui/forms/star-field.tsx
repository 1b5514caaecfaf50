import Star from 'lucide-react/icons/star'
import { type Ref, useId } from 'react'
import { FieldError, fieldClass } from './field'
import { stars } from './words'

const marks = [1, 2, 3, 4, 5]

/** A choice of one to five stars. It is a group of radio buttons, so the arrow keys work. */
export function StarField({
  label,
  value,
  error,
  firstRef,
  onChange,
}: {
  label: string
  /** The input that gets the focus when the choice is refused. */
  firstRef?: Ref<HTMLInputElement>
  /** 1 to 5; 0 while nothing is chosen. */
  value: number
  error?: string | undefined
  onChange: (value: number) => void
}) {
  const id = useId()
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
              ref={mark === 1 ? firstRef : undefined}
              type="radio"
              name={id}
              value={mark}
              checked={mark === value}
              onChange={() => onChange(mark)}
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
