import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Page } from './page'

/** A narrow page with one form on it. */
export function FormPage({
  title,
  intro,
  children,
  foot,
}: {
  title: string
  intro: ReactNode
  children: ReactNode
  foot: ReactNode
}) {
  return (
    <Page>
      <div className="mx-auto max-w-md border-l-2 border-secondary pl-5 sm:pl-8">
        <h1 className="text-4xl">{title}</h1>
        <p className="mt-2 mb-7 text-muted">{intro}</p>
        {children}
        <p className="mt-7 border-t border-base-300 pt-4">{foot}</p>
      </div>
    </Page>
  )
}

/** The outcome of pressing a button, shown in its place. It takes over the focus. */
export function Outcome({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} className="grid gap-4 outline-none">
      {children}
    </div>
  )
}
