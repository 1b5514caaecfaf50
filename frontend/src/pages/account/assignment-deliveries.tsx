import { lazyPart } from '../../app/loading/lazy-part'
import type { Assignment } from '../../features/assignments/model'
import { deliveriesQuery } from '../../features/deliveries/api'
import { CompareVersions } from '../../features/deliveries/compare-versions'
import { DeliveryList } from '../../features/deliveries/delivery-list'
import { deliveries as words } from '../../features/deliveries/words.en'
import { useAnswer } from '../../lib/api/query'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { Section } from '../../ui/text/section'

const ChangedText = lazyPart(async () => (await import('../../features/deliveries/changed-text')).ChangedText)

/** The stages of work that may have been delivered. */
const begun = ['in_progress', 'revision', 'delivered', 'accepted']

/** What was delivered for an order, version by version (docs/product.md, section 4.9). */
export function AssignmentDeliveries({
  assignment: { _id, stage, words: ordered },
}: {
  assignment: Assignment
}) {
  const answer = useAnswer(deliveriesQuery(_id))
  const { data, failure } = answer
  const hasBegun = begun.includes(stage)
  if (failure?.status === 404 || (!data?.length && !hasBegun)) return null
  if (data?.length === 0 && stage !== 'in_progress') return null
  return (
    <Section title={words.title} className={data?.length === 0 ? 'print:hidden' : undefined}>
      <LoadedAnswer answer={answer} failed={words.failed} loading={words.loading} height={12}>
        {(deliveries) => (
          <>
            {deliveries.length === 0 && <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>}
            <DeliveryList assignment={_id} ordered={ordered} deliveries={deliveries} />
            {deliveries.length > 1 && (
              <div className="mt-4 print:hidden">
                <CompareVersions
                  assignment={_id}
                  ordered={ordered}
                  deliveries={deliveries}
                  Changes={ChangedText}
                />
              </div>
            )}
          </>
        )}
      </LoadedAnswer>
    </Section>
  )
}
