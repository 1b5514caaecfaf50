import type { ReactNode } from 'react'
import { onThisPage } from './words'

/** One part of an article; `id` is its anchor. */
export type ArticlePart = { id: string; title: string; body: ReactNode }

/** A page laid out like an article: parts in lines of a readable length, with a table of contents at the side. */
export function Article({
  title,
  lead,
  parts,
  aside,
}: {
  title: string
  lead: ReactNode
  parts: ArticlePart[]
  aside?: ReactNode
}) {
  return (
    <div className="page article">
      <header className="article-head">
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
        <div className="mt-4 text-lg text-muted">{lead}</div>
      </header>
      <nav aria-label={onThisPage} className="article-contents">
        <p className="font-semibold">{onThisPage}</p>
        <ol className="mt-2">
          {parts.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="block py-1 leading-snug hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ol>
        {aside}
      </nav>
      <div className="article-text">
        {parts.map(({ id, title, body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} className="text-2xl">
              {title}
            </h2>
            {body}
          </section>
        ))}
      </div>
    </div>
  )
}
