import type { ReactNode } from 'react'

/** The line between a list's filters and its rows: active filters or the selection at the left, actions on the whole list at the right. */
export function ListBar({ children, actions }: { children?: ReactNode; actions: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
      {actions}
    </div>
  )
}
