import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { Ref } from 'react'
import { useController } from 'react-hook-form'
import { Field, useFormAround } from './field'
import { fewer, more } from './words'

/** A small whole number, typed or counted up and down. Anything else becomes the smallest number when the field loses the focus. */
export function CounterField({
  name,
  label,
  read,
}: {
  name: string
  label: string
  /** Reads a text as a number; '' is the smallest one. */
  read: (text: string) => number
}) {
  const { field, fieldState } = useController({ name, control: useFormAround().control })
  const {
    value,
    onChange,
    ref,
  }: { value: string; onChange: (value: string) => void; ref: Ref<HTMLInputElement> } = field
  const count = read(value)
  const least = read('')
  return (
    <Field label={label} error={fieldState.error?.message} required>
      {(control) => (
        <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] rounded-(--radius-field) border border-rule focus-within:border-primary outline-offset-2 has-[input:focus-visible]:[outline:2px_solid_var(--color-primary)]">
          <button
            type="button"
            className={`btn btn-ghost btn-square ${count <= least ? 'btn-disabled' : ''}`}
            aria-label={fewer(label)}
            // The disabled attribute would take away the focus on its own press.
            aria-disabled={count <= least || undefined}
            onClick={() => onChange(String(Math.max(least, count - 1)))}
          >
            <Minus size={18} strokeWidth={1.5} aria-hidden="true" />
          </button>
          <input
            {...control}
            ref={ref}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className="min-w-0 text-center lining-nums tabular-nums outline-none"
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onBlur={() => onChange(String(count))}
          />
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={more(label)}
            onClick={() => onChange(String(count + 1))}
          >
            <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
}
