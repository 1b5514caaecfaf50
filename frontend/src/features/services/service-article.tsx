import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { quietLinkClass } from '../../ui/text/link-classes'
import type { Service } from './types'

/** A service in its own words, with the form that asks for it beside them. */
export function ServiceArticle({
  service: { name, title, subtitle, description, features },
  children,
}: {
  service: Service
  children: ReactNode
}) {
  return (
    <div className="service">
      <div className="service-words">
        <p className="text-muted">
          <Link to="/services" className={quietLinkClass}>
            Services
          </Link>{' '}
          <span aria-hidden="true">/</span> {name}
        </p>
        <h1 className="mt-3 text-4xl sm:text-5xl">{title}</h1>
        <p className="mt-3 text-xl text-muted">{subtitle}</p>
        <p className="prose-text mt-6">{description}</p>
        <ul className="service-features">
          {features.map((feature) => (
            <li key={feature}>
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
          What happens next: the desk reads your request and gets back to you with a price. The{' '}
          <Link to="/revision-refund-policy" className={quietLinkClass}>
            revision and refund policy
          </Link>{' '}
          and the{' '}
          <Link to="/fair-use-policy" className={quietLinkClass}>
            fair use policy
          </Link>{' '}
          apply to every order.
        </p>
      </div>
      <section aria-labelledby="service-form-title" className="service-sheet">
        <h2 id="service-form-title" className="mb-4 text-2xl">
          Ask for a quote
        </h2>
        {children}
      </section>
    </div>
  )
}
