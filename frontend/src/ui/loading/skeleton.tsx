/** The look of a placeholder. */
export const skeletonClass = 'rounded-(--radius-field) bg-base-300'

/** A placeholder for something that is loading; `height` in rem is the height of the content to come. */
export function Skeleton({ label, height }: { label: string; height: number }) {
  return <div role="status" aria-label={label} className={skeletonClass} style={{ height: `${height}rem` }} />
}

/** A placeholder for rows that are loading; `rowHeight` in rem is the height of the rows to come. */
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
