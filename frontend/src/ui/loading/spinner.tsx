import { loading } from '../words.en'

const spinnerClass =
  'inline-block aspect-square animate-spin rounded-full border-[color-mix(in_oklab,currentcolor_25%,transparent)] border-t-current'

/** A small spinner beside the label of something busy. */
export function BusySpinner() {
  return <span className={`${spinnerClass} w-4.5 border-2`} aria-hidden="true" />
}

/** Stands in for a whole page while it loads. */
export function Spinner({ label = loading }: { label?: string }) {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <span role="status" aria-label={label} className={`${spinnerClass} w-10 border-3 text-primary`} />
    </div>
  )
}
