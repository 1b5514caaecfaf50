import X from 'lucide-react/icons/x'
import { removeFilter } from './words'

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
