import type { ReactNode } from 'react'

/**
 * A sentence about the whole page, with what can be done about it. It sticks to
 * the bottom of the window and stands at the end of its page, so that nothing
 * moves when it comes or goes. It is always rendered, so that screen readers
 * announce it when it gets `children`.
 */
export function PageNotice({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="sticky bottom-2 z-10 mt-6">
      {children && (
        <div className="notice notice-info flex-wrap items-center justify-between bg-base-100 print:hidden">
          {children}
        </div>
      )}
    </div>
  )
}
