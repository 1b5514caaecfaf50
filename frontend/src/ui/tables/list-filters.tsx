import X from 'lucide-react/icons/x'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { ListFilter } from '../../lib/api/filter'
import { Button } from '../buttons/button'
import { fieldClass } from '../forms/fields'
import type { Choice } from '../forms/select-field'
import type { FilterField } from './list'
import * as words from './words.en'
import { removeFilter } from './words.en'

/** An active filter that has no field of its own, with a button that removes it. */
export function FilterChip({
  label,
  value,
  onRemove,
}: {
  label: string
  value: string
  onRemove: () => void
}) {
  return (
    <span className="inline-flex items-center gap-1 rounded-(--radius-field) border border-rule pl-3 leading-snug">
      <span className="wrap-anywhere">
        <span className="text-muted">{label}:</span> {value}
      </span>
      <button
        type="button"
        className="grid h-10 w-11 cursor-pointer place-items-center rounded-(--radius-field) hover:bg-base-200"
        aria-label={removeFilter(label)}
        onClick={onRemove}
      >
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </span>
  )
}

/** The line between a list's filters and its rows: active filters or the selection at the left, actions on the whole list at the right. */
export function ListBar({ children, actions }: { children?: ReactNode; actions: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
      {actions}
    </div>
  )
}

/** The filters above a list: its fields and, with a placeholder for it, a search that is sent with Enter or its button. */
export function ListFilters<Filter extends ListFilter>({
  filter,
  fields,
  placeholder,
  onChange,
}: {
  filter: Filter
  fields: readonly FilterField[]
  placeholder?: string | undefined
  onChange: (change: Partial<Filter>) => void
}) {
  const id = useId()
  const { search } = filter
  const [typed, setTyped] = useState(search)

  // The value is one of the field's choices or a day, so it fits the filter.
  const set = (name: string, value: string) => onChange({ [name]: value } as Partial<Filter>)
  const onSearch = (search: string) => set('search', search)

  useEffect(() => setTyped(search), [search])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <search>
      <form className="flex flex-wrap items-end gap-x-4 gap-y-3 py-4" onSubmit={submit}>
        {fields.map(({ name, label, choices }) => {
          const field = {
            label,
            value: String(filter[name as keyof Filter]),
            onChange: (value: string) => set(name, value),
          }
          return choices === 'day' ? (
            <FilterDay key={name} {...field} />
          ) : (
            <FilterChoice key={name} {...field} choices={choices} />
          )
        })}
        {placeholder !== undefined && (
          <div className={`${fieldClass} min-w-48 grow`}>
            <label htmlFor={id} className="font-semibold">
              {words.search}
            </label>
            <div className="flex gap-2">
              <input
                id={id}
                type="search"
                className="input w-full"
                placeholder={placeholder}
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value)
                  if (target.value === '' && search) onSearch('')
                }}
              />
              <Button type="submit">{words.search}</Button>
            </div>
          </div>
        )}
      </form>
    </search>
  )
}

type FieldProps = { label: string; value: string; onChange: (value: string) => void }

/** The place of a field, with its label above it. */
function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={`${fieldClass} min-w-36 grow sm:grow-0`}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** A filter that is a choice among values. */
function FilterChoice({ label, value, choices, onChange }: FieldProps & { choices: readonly Choice[] }) {
  return (
    <Labelled label={label}>
      {(id) => (
        <select
          id={id}
          className="select w-full"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

/** The earliest year of a day. A smaller one is still being typed. */
const FIRST_YEAR = '1970'

/** A filter that is a day. It reports a day once it is complete. */
function FilterDay({ label, value, onChange }: FieldProps) {
  const [typed, setTyped] = useState(value)

  useEffect(() => setTyped(value), [value])

  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          className="input w-full"
          min={`${FIRST_YEAR}-01-01`}
          max="9999-12-31"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            if (target.value === '' || target.value >= FIRST_YEAR) onChange(target.value)
          }}
        />
      )}
    </Labelled>
  )
}
