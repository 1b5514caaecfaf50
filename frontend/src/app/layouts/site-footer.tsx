import { Link } from 'react-router'
import { quietLinkClass } from '../../ui/text/link-classes'
import { footer, policyLinks } from './words.en'

/** The footer of every page: the policies and the copyright. */
export function SiteFooter() {
  return (
    <footer className="border-t border-base-300 bg-base-200">
      <div className="mx-auto flex max-w-[76rem] flex-wrap items-baseline justify-between gap-x-10 gap-y-3 px-4 py-7 md:px-8">
        <nav aria-label={footer.policies}>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {policyLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={`${quietLinkClass} inline-block py-1.5`}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className="text-muted">{footer.copyright}</p>
      </div>
    </footer>
  )
}
