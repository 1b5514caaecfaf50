import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode, Ref } from 'react'
import { Field } from './field'

/** A small whole number, typed or counted up and down; what is no number becomes the least one when it is left. */
export function CounterField({
  label,
  hint,
  error,
  value,
  inputRef,
  read,
  onChange,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  inputRef?: Ref<HTMLInputElement>
  /** The number that a text stands for. */
  read: (text: string) => number
  onChange: (value: string) => void
}) {
  const count = read(value)
  const least = read('')
  return (
    <Field label={label} hint={hint} error={error} required>
      {(aria) => (
        <div className="counter">
          <button
            type="button"
            className={`btn btn-ghost btn-square ${count <= least ? 'btn-disabled' : ''}`}
            aria-label={`Fewer ${label.toLowerCase()}`}
            // Really disabled it would lose the focus by its own press.
            aria-disabled={count <= least || undefined}
            onClick={() => onChange(String(Math.max(least, count - 1)))}
          >
            <Minus size={18} strokeWidth={1.5} aria-hidden="true" />
          </button>
          <input
            {...aria}
            ref={inputRef}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className="counter-input"
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onBlur={() => onChange(String(count))}
          />
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={`More ${label.toLowerCase()}`}
            onClick={() => onChange(String(count + 1))}
          >
            <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
}
