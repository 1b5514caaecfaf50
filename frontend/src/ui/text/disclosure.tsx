import type { ReactNode } from 'react'

const looks = {
  link: 'inline-block min-h-6 cursor-pointer text-primary underline underline-offset-4',
  quiet: 'inline-block min-h-6 cursor-pointer text-muted underline decoration-rule underline-offset-4',
  row: 'min-h-11 cursor-pointer py-2 font-semibold',
}

/** Something that is folded away under a line: a link, a quiet one, or a row of a list. */
export function Disclosure({
  summary,
  about,
  look = 'link',
  className,
  children,
}: {
  summary: string
  /** The rest of the line, for screen readers only. */
  about?: string
  look?: keyof typeof looks
  className?: string
  children: ReactNode
}) {
  return (
    <details className={className}>
      <summary className={looks[look]}>
        {summary}
        {about && <span className="sr-only">{about}</span>}
      </summary>
      {children}
    </details>
  )
}
