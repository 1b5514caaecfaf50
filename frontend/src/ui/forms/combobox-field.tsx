import { useCombobox } from 'downshift'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useEffect, useMemo, useState } from 'react'
import { useController } from 'react-hook-form'
import { Field, useFormAround } from './fields'
import { noMatches } from './words.en'

/** One entry of a long list: its label, and the words that find it. */
type Option = { value: string; label: string; words: string }

const optionClass =
  'min-h-9 cursor-pointer rounded-(--radius-field) px-2.5 py-[0.3125rem] aria-selected:font-semibold data-highlighted:bg-base-200 forced-colors:data-highlighted:[outline:2px_solid_Highlight] -outline-offset-2'

/**
 * A choice among many options. It opens on a press or by typing, filters as you type, and returns to the chosen option
 * when it loses the focus. Phones cannot search a native select; a datalist shows nothing in Firefox for Android, and
 * in no browser the whole list while an option is chosen.
 */
export function ComboboxField({ name, label, options }: { name: string; label: string; options: Option[] }) {
  const { field, fieldState } = useController({ name, control: useFormAround().control })
  const chosen = options.find((option) => option.value === field.value) ?? null
  const [typed, setTyped] = useState<string | null>(null)
  const found = useMemo(() => {
    const wanted = typed?.trim().toLowerCase() ?? ''
    return wanted ? options.filter(({ words }) => words.toLowerCase().includes(wanted)) : options
  }, [options, typed])

  const box = useCombobox<Option>({
    items: found,
    itemToString: (option) => option?.label ?? '',
    selectedItem: chosen,
    inputValue: typed ?? chosen?.label ?? '',
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, InputKeyDownEscape, InputChange } = useCombobox.stateChangeTypes
      // Leaving without a choice keeps the previous one.
      if (type === InputBlur || type === InputKeyDownEscape)
        return { ...changes, selectedItem: state.selectedItem, isOpen: false }
      if (type === InputChange) return { ...changes, highlightedIndex: 0 }
      return changes
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) field.onChange(selectedItem.value)
    },
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) setTyped(null)
    },
  })

  // Select the text on opening, so that typing replaces it.
  useEffect(() => {
    const input = document.activeElement
    if (box.isOpen && typed === null && input instanceof HTMLInputElement) input.select()
  }, [box.isOpen, typed])

  return (
    <Field label={label} error={fieldState.error?.message} required>
      {(control) => (
        <div className="relative">
          <input
            {...box.getInputProps({
              ...control,
              'aria-labelledby': undefined,
              ref: field.ref,
              autoComplete: 'off',
              // Set at once, or fast typing would lose letters.
              onChange: ({ currentTarget }) => setTyped(currentTarget.value),
              onFocus: ({ currentTarget }) => currentTarget.select(),
              // Otherwise the browser would put the caret into the selected text.
              onMouseUp: (event) => {
                if (typed === null) event.preventDefault()
              },
            })}
            className="input w-full pr-9 truncate"
          />
          <ChevronsUpDown
            size={16}
            strokeWidth={1.5}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 z-1 [translate:0_-50%] text-muted"
          />
          <div
            className="absolute inset-x-0 top-[calc(100%+0.25rem)] z-20 min-w-[min(18rem,calc(100vw-4rem))] rounded-(--radius-box) border border-base-300 bg-base-100 p-1.5 [box-shadow:0_8px_24px_oklch(0%_0_0/0.16)]"
            hidden={!box.isOpen}
          >
            <ul className="max-h-64 overflow-y-auto" {...box.getMenuProps({ 'aria-label': label })}>
              {box.isOpen &&
                found.map((option, index) => (
                  <li
                    key={option.value}
                    {...box.getItemProps({ item: option, index })}
                    className={optionClass}
                    data-highlighted={box.highlightedIndex === index || undefined}
                  >
                    {option.label}
                  </li>
                ))}
            </ul>
            {found.length === 0 && (
              <p className={`${optionClass} text-muted`} role="status">
                {noMatches}
              </p>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}
