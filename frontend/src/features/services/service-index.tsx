import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import type { Service } from './types'

/** What every service may draw on: the second list of the offer (docs/product.md, section 3.11). */
const support = [
  ['All-subjects assignment help', 'Whatever the field, from a first-year course to a doctorate.'],
  ['Essay writing', 'From the question to an outline, an argument and a draft.'],
  ['Research assistance', 'Finding, reading and ordering sources, and a method that fits.'],
  ['Proofreading and editing', 'Language, structure and style of what you have written yourself.'],
  ['Plagiarism checking', 'A similarity report, and help with naming every source.'],
  ['24/7 expert support', 'Requests are taken at any hour, on any day.'],
]

/** The services like the contents of a book, and below them what they have in common. */
export function ServiceIndex({ services }: { services: Service[] }) {
  return (
    <>
      <ul className="service-index">
        {services.map(({ slug, name }) => (
          <li key={slug}>
            <Link to={`/services/${slug}`}>
              {name}
              <ArrowRight size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
      <section aria-labelledby="support-title" className="home-section mt-16">
        <h2 id="support-title" className="text-3xl">
          With every service
        </h2>
        <dl className="about-list mt-0">
          {support.map(([name, text]) => (
            <div key={name}>
              <dt className="font-serif text-xl font-semibold">{name}</dt>
              <dd className="mt-1 max-w-[48ch]">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
