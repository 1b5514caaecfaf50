import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../app/loading/lazy-part'
import { exportMonths } from '../../features/figures/api'
import { spanOf } from '../../features/figures/model'
import { figures as words } from '../../features/figures/words.en'
import { useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { serverNow } from '../../lib/time/clock'
import { dayIn } from '../../lib/time/time-zone'
import { ChartGrid, ChartPlaceholder } from '../../ui/charts/chart-grid'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { WhenNear } from '../../ui/loading/when-near'
import { ListBar, ListFilters } from '../../ui/tables/list-filters'
import { Section } from '../../ui/text/section'
import { ExportButton } from '../shared/filtered-list'
import { type MoneyView, moneyList, periodFields } from './money-list'

const FiguresCharts = lazyPart(async () => (await import('./figures-charts')).FiguresCharts)

/** Holds the place of the charts, with the same height. */
const placeholder = (
  <div role="status" aria-label={words.loading}>
    <ChartGrid>
      <ChartPlaceholder noted />
      <ChartPlaceholder noted />
      <ChartPlaceholder noted />
      <ChartPlaceholder noted />
      <ChartPlaceholder wide noted />
    </ChartGrid>
  </div>
)

/** The figures by month below the ledger, loaded when they come near (docs/product.md, section 17). */
export function FiguresSection({
  view,
  listed,
}: {
  view: MoneyView
  /** True once the list above has its final height. */
  listed: boolean
}) {
  const navigate = useNavigate()
  const site = useAnswer(siteQuery)
  const span = site.data && spanOf(view.figures, dayIn(site.data.timeZone, serverNow()))
  return (
    <Section title={words.title} className="mt-12" headingClass="text-2xl">
      <ListFilters
        filter={view}
        fields={periodFields}
        onChange={(change) =>
          void navigate(moneyList.addressOf({ ...view, ...change }), { preventScrollReset: true })
        }
      />
      <ListBar actions={span && <ExportButton onExport={() => exportMonths(span)} />} />
      <LoadFailure answer={site} title={words.failed} />
      {listed && span ? (
        <WhenNear placeholder={placeholder}>
          <Suspense fallback={placeholder}>
            <FiguresCharts span={span} placeholder={placeholder} />
          </Suspense>
        </WhenNear>
      ) : (
        !site.failure && placeholder
      )}
    </Section>
  )
}
