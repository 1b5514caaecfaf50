/** The look of what holds a place. */
export const skeletonClass = 'rounded-(--radius-field) bg-base-200'

/** Holds the place of something that is being fetched; `height` in rem is that of what comes. */
export function Skeleton({ label, height }: { label: string; height: number }) {
  return <div role="status" aria-label={label} className={skeletonClass} style={{ height: `${height}rem` }} />
}

/** Holds the place of rows that are being fetched; `rowHeight` in rem is that of the rows to come. */
export function SkeletonRows({
  label,
  count,
  rowHeight,
}: {
  label: string
  count: number
  rowHeight: number
}) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div
          key={row}
          className="grid content-center gap-2.5 border-b border-l-2 border-base-300 pl-5"
          style={{ height: `${rowHeight}rem` }}
        >
          <div className={`${skeletonClass} h-4 w-2/5`} />
          <div className={`${skeletonClass} h-3 w-3/5`} />
        </div>
      ))}
    </div>
  )
}
