import { Suspense, use } from 'react'
import type { AssignmentStats } from '../../features/assignments/types'
import { Near } from '../../ui/near'
import { lazyPart } from '../lazy-part'
import type { Loaded } from '../loading'

const DeskCharts = lazyPart(async () => (await import('./desk-charts')).DeskCharts)

/** Stands in the charts' place, as high as they are. */
const places = (
  <div role="status" aria-label="Loading charts" className="chart-grid">
    <div className="chart-figure chart-figure-wide skeleton" />
    <div className="chart-figure skeleton" />
    <div className="chart-figure chart-figure-noted skeleton" />
  </div>
)

/** The charts below the list, fetched when they come near (docs/product.md, section 4.5). */
export function DeskFigures({
  stats,
  rows,
}: {
  stats: Promise<Loaded<AssignmentStats>>
  /** The list above: it comes first, and what is near depends on its height. */
  rows: Promise<unknown>
}) {
  return (
    <section aria-labelledby="figures-title" className="mt-12">
      <h2 id="figures-title" className="mb-4 text-2xl">
        In figures
      </h2>
      <Suspense fallback={places}>
        <BehindRows stats={stats} rows={rows} />
      </Suspense>
    </section>
  )
}

function BehindRows({ stats, rows }: { stats: Promise<Loaded<AssignmentStats>>; rows: Promise<unknown> }) {
  use(rows)
  return (
    <Near place={places}>
      <Suspense fallback={places}>
        <DeskCharts stats={stats} />
      </Suspense>
    </Near>
  )
}
