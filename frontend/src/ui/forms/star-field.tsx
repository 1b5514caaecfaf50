import Star from 'lucide-react/icons/star'
import { type Ref, useId } from 'react'

const marks = [1, 2, 3, 4, 5]

/** A choice from one to five stars: arrows and numbers choose like in any group of radio buttons. */
export function StarField({
  label,
  value,
  error,
  firstRef,
  onChange,
}: {
  label: string
  /** Takes the focus when the choice is refused. */
  firstRef?: Ref<HTMLInputElement>
  /** From 1 to 5; 0 while nothing is chosen. */
  value: number
  error?: string | undefined
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <fieldset className="field">
      <legend className="field-label mb-1">{label}</legend>
      <div className="flex">
        {marks.map((mark) => (
          <label key={mark} className="star-choice">
            <input
              ref={mark === 1 ? firstRef : undefined}
              type="radio"
              name={id}
              value={mark}
              checked={mark === value}
              onChange={() => onChange(mark)}
              className="sr-only"
              aria-label={`${mark} out of 5`}
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
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Stars that are only read. */
export function Stars({ value }: { value: number }) {
  return (
    <span role="img" aria-label={`${value} out of 5`} className="inline-flex text-primary">
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
