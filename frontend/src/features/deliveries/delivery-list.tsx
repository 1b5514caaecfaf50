import { Disclosure } from '../../ui/text/disclosure'
import { Section } from '../../ui/text/section'
import type { Delivery } from './model'
import { VersionDetails } from './version-details'
import { deliveries as listWords, version as words } from './words.en'

/** The versions of the work: the newest one is open, earlier ones are folded. */
export function DeliveryList({
  assignment,
  ordered,
  deliveries: [newest, ...earlier],
}: {
  assignment: string
  /** The ordered number of words; null if it is not known. */
  ordered: number | null
  /** Newest first. */
  deliveries: Delivery[]
}) {
  if (!newest) return null
  return (
    <div className="grid grid-cols-1 gap-6">
      <article aria-labelledby="newest-version">
        <h3 id="newest-version" className="mb-1 text-xl">
          {words.name(newest.version)}
          {earlier.length > 0 && (
            <>
              {' '}
              <span className="font-sans text-base font-normal text-muted">{words.latest}</span>
            </>
          )}
        </h3>
        <VersionDetails assignment={assignment} ordered={ordered} delivery={newest} />
      </article>
      {earlier.length > 0 && (
        <Section title={listWords.earlier} level="h3" headingClass="mb-2 text-xl">
          <ul className="border-t border-base-300">
            {earlier.map((delivery) => (
              <li key={delivery._id} className="border-b border-base-300">
                <Disclosure summary={words.name(delivery.version)} look="row">
                  <div className="pb-4">
                    <VersionDetails assignment={assignment} ordered={ordered} delivery={delivery} />
                  </div>
                </Disclosure>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
