import { type ComponentProps, useId } from 'react'

/** A part of a page with its heading. */
export function Section({
  title,
  level: Heading = 'h2',
  headingId,
  headingClass = 'mb-3 text-2xl',
  takesFocus = false,
  children,
  ...section
}: Omit<ComponentProps<'section'>, 'title'> & {
  title: string
  level?: 'h2' | 'h3'
  headingId?: string
  headingClass?: string
  /** Whether the heading can take the focus. */
  takesFocus?: boolean
}) {
  const id = useId()
  return (
    <section aria-labelledby={headingId ?? id} {...section}>
      <Heading
        id={headingId ?? id}
        {...(takesFocus && { tabIndex: -1 })}
        className={takesFocus ? `${headingClass} outline-none` : headingClass}
      >
        {title}
      </Heading>
      {children}
    </section>
  )
}
