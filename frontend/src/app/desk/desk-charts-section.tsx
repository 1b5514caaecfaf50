import { Suspense } from 'react'
import { skeletonClass } from '../../ui/loading/skeleton'
import { WhenNear } from '../../ui/loading/when-near'
import { lazyPart } from '../loading/lazy-part'

const DeskCharts = lazyPart(async () => (await import('./desk-charts')).DeskCharts)

/** Stands in the charts' place, as high as they are. */
const placeholder = (
  <div role="status" aria-label="Loading charts" className="chart-grid">
    <div className={`chart-figure chart-figure-wide ${skeletonClass}`} />
    <div className={`chart-figure ${skeletonClass}`} />
    <div className={`chart-figure chart-figure-noted ${skeletonClass}`} />
  </div>
)

/** The charts below the list, fetched when they come near (docs/product.md, section 4.5). */
export function DeskChartsSection({
  listed,
}: {
  /** True once the list above has its height. */
  listed: boolean
}) {
  return (
    <section aria-labelledby="figures-title" className="mt-12">
      <h2 id="figures-title" className="mb-4 text-2xl">
        In figures
      </h2>
      {listed ? (
        <WhenNear placeholder={placeholder}>
          <Suspense fallback={placeholder}>
            <DeskCharts placeholder={placeholder} />
          </Suspense>
        </WhenNear>
      ) : (
        placeholder
      )}
    </section>
  )
}
