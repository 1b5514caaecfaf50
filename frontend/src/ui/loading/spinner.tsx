/** The whole page waits. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <span role="status" aria-label={label} className="spinner spinner-large text-primary" />
    </div>
  )
}
