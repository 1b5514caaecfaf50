import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { quietLinkClass } from '../../ui/text/link-classes'
import { Section } from '../../ui/text/section'
import type { Service } from './model'
import { page } from './words.en'

/** How many characters of a description search engines show. */
const SUMMARY = 160

/** The title of a service's page (docs/product.md, section 4.14), preceded by the service's name if it lacks it. */
export const serviceTitle = (name: string, title: string) =>
  title.toLowerCase().includes(name.toLowerCase()) ? title : `${name}: ${title}`

/** The beginning of a text on one line, cut between words to at most 160 characters. */
export function summary(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  const characters = [...line]
  if (characters.length <= SUMMARY) return line
  let short = characters.slice(0, SUMMARY - 1).join('')
  const space = short.lastIndexOf(' ')
  if (space > 0 && characters[SUMMARY - 1] !== ' ') short = short.slice(0, space)
  return `${short.replace(/[ ,;:.–-]+$/, '')}…`
}

/** The description of a service, beside its quote form. */
export function ServiceArticle({
  service: { name, title, subtitle, description, features },
  children,
}: {
  service: Service
  children: ReactNode
}) {
  const { next } = page
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,33rem)]">
      <div className="min-w-0 border-l-2 border-secondary pl-5 lg:pl-9">
        <p className="text-muted">
          <Link to="/services" className={quietLinkClass}>
            {page.allServices}
          </Link>{' '}
          <span aria-hidden="true">/</span> {name}
        </p>
        <h1 className="mt-3 text-4xl sm:text-5xl">{title}</h1>
        <p className="mt-3 text-xl text-muted">{subtitle}</p>
        <p className="prose-text mt-6">{description}</p>
        <ul className="mt-6 border-t border-base-300">
          {features.map((feature) => (
            <li key={feature} className="flex gap-3 border-b border-base-300 py-2.5">
              <Check
                size={18}
                strokeWidth={1.5}
                aria-hidden="true"
                className="mt-1 shrink-0 text-secondary"
              />
              {feature}
            </li>
          ))}
        </ul>
        <p className="mt-8 max-w-[56ch] text-muted">
          {next.text}
          <Link to="/revision-refund-policy" className={quietLinkClass}>
            {next.refunds}
          </Link>
          {next.and}
          <Link to="/fair-use-policy" className={quietLinkClass}>
            {next.fairUse}
          </Link>
          {next.end}
        </p>
      </div>
      <Section
        title={page.form}
        id="quote"
        tabIndex={-1}
        className="min-w-0 scroll-mt-4 outline-none"
        headingClass="mb-4 text-2xl"
      >
        {children}
      </Section>
    </div>
  )
}
