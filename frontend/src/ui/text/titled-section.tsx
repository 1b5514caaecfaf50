import type { ReactNode } from 'react'

/** A section with its title above it or, where there is room, beside it. The address can lead to it by `id`. */
export function TitledSection({
  id,
  title,
  intro,
  children,
}: {
  id: string
  title: string
  intro?: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-8 content-start gap-x-16 gap-y-6 outline-none lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div>
        <h2 id={`${id}-title`} className="text-3xl">
          {title}
        </h2>
        {intro && <p className="mt-2 max-w-[30ch] text-muted">{intro}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
