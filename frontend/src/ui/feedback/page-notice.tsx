import type { ReactNode } from 'react'
import { messageBorders } from './tone-icon'

/**
 * A message about the whole page, with an action. It sticks to the bottom of the
 * window and is the last thing on its page, so that nothing moves when it appears
 * or disappears. Render it always: screen readers announce it when it gets `children`.
 */
export function PageNotice({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="sticky bottom-2 z-10 mt-6">
      {children && (
        <div
          className={`flex flex-wrap items-center justify-between gap-3 rounded-(--radius-field) bg-base-100 px-4 py-3 print:hidden ${messageBorders.info}`}
        >
          {children}
        </div>
      )}
    </div>
  )
}
