import type { ReactNode } from 'react'

/** Stands in for an empty list: what will appear here, and how to get it there. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid gap-2 border-y border-l-2 border-y-base-300 border-l-secondary px-5 py-10">
      <p className="font-serif text-xl font-semibold">{title}</p>
      {children && <p className="max-w-prose">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
