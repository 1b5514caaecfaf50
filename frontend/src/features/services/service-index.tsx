import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { PointList } from '../../ui/text/point-list'
import { TitledSection } from '../../ui/text/titled-section'
import type { Service } from './model'
import { support } from './words.en'

/** The list of services, set like a table of contents, and what they all include. */
export function ServiceIndex({ services }: { services: Service[] }) {
  return (
    <>
      <ul className="mb-16 grid gap-x-12 border-t border-l-2 border-base-300 border-l-secondary sm:grid-cols-2 lg:grid-cols-3">
        {services.map(({ slug, name }) => (
          <li key={slug}>
            <Link
              to={`/services/${slug}`}
              className="flex h-full items-center justify-between gap-4 border-b border-base-300 py-3.5 pr-4 pl-5 font-serif text-[1.1875rem] font-semibold transition-[background-color] hover:bg-base-200"
            >
              {name}
              <ArrowRight size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
      <TitledSection id="support" title={support.title}>
        <PointList points={support.points} />
      </TitledSection>
    </>
  )
}
