import type { ReactNode } from 'react'
import { onThisPage } from './words.en'

/** One part of an article; `id` is its anchor. */
export type ArticlePart = { id: string; title: string; body: ReactNode }

/** The styles of the plain elements of a part. */
const bodyClass =
  '[&+section]:mt-9 [&_:is(p,ul,dl)]:mt-3 [&_ul]:list-disc [&_ul]:pl-5 [&_li+li]:mt-1.5 [&_a]:text-primary [&_a]:underline [&_a]:underline-offset-[0.2em]'

/** A page laid out like an article: parts in lines of a readable length, with a table of contents at the side. */
export function Article({ title, lead, parts }: { title: string; lead: ReactNode; parts: ArticlePart[] }) {
  return (
    <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,46rem)_16rem] lg:grid-rows-[auto_1fr] lg:gap-x-24 print:block">
      <header className="max-w-[46rem] lg:col-span-full print:max-w-none">
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
        <div className="mt-4 text-lg text-muted">{lead}</div>
      </header>
      <nav
        aria-label={onThisPage}
        className="lg:sticky lg:top-6 lg:col-start-2 lg:row-start-2 lg:self-start print:hidden"
      >
        <p className="font-semibold">{onThisPage}</p>
        <ol className="mt-2 border-t border-base-300 pt-2">
          {parts.map(({ id, title }, index) => (
            <li key={id} className="grid grid-cols-[1.75rem_1fr] items-baseline">
              <span aria-hidden="true" className="font-serif font-semibold text-secondary lining-nums">
                {index + 1}
              </span>
              <a href={`#${id}`} className="block py-1 leading-snug hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="max-w-[68ch] border-l-2 border-secondary pl-5 lg:col-start-1 lg:row-start-2 lg:pl-9 print:mt-8 print:max-w-none print:border-l-0 print:pl-0">
        {parts.map(({ id, title, body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className={bodyClass}>
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
