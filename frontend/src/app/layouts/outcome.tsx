import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** What became of a pressed button, in whose place it stands. It takes over the focus. */
export function Outcome({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} className="grid gap-4 outline-none">
      {children}
    </div>
  )
}
