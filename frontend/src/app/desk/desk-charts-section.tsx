import { Suspense } from 'react'
import { ChartGrid, ChartPlaceholder } from '../../ui/charts/chart-grid'
import { WhenNear } from '../../ui/loading/when-near'
import { Section } from '../../ui/text/section'
import { lazyPart } from '../loading/lazy-part'
import { charts } from './words'

const DeskCharts = lazyPart(async () => (await import('./desk-charts')).DeskCharts)

/** Holds the place of the charts, with the same height. */
const placeholder = (
  <div role="status" aria-label={charts.loading}>
    <ChartGrid>
      <ChartPlaceholder wide />
      <ChartPlaceholder />
      <ChartPlaceholder noted />
    </ChartGrid>
  </div>
)

/** The charts below the list, loaded when they come near (docs/product.md, section 4.5). */
export function DeskChartsSection({
  listed,
}: {
  /** True once the list above has its final height. */
  listed: boolean
}) {
  return (
    <Section title={charts.title} className="mt-12" headingClass="mb-4 text-2xl">
      {listed ? (
        <WhenNear placeholder={placeholder}>
          <Suspense fallback={placeholder}>
            <DeskCharts placeholder={placeholder} />
          </Suspense>
        </WhenNear>
      ) : (
        placeholder
      )}
    </Section>
  )
}
