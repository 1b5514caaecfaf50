import type { ReactNode } from 'react'

/** The width and the margins of a page. On paper the sheet has its own. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[76rem] px-4 pt-8 pb-16 md:px-8 md:pt-11 md:pb-20 print:max-w-none print:p-0">
      {children}
    </div>
  )
}
