import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { formatCount } from '../../lib/formats/format'

/** One bar: its word, its length, and its colour where it has one of its own. */
type Datum = { label: string; count: number; fill?: string }

const INK = { fill: 'var(--color-base-content)', fontSize: 14 }

/** The label of a lying bar has so many pixels; a longer one is cut, and whole in the table. */
const LABEL_WIDTH = 148
const LABEL_LENGTH = 20

const counted = (count: unknown) => formatCount(Number(count))

const cut = (label: string) =>
  label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH - 1).trimEnd()}…` : label

/**
 * Bars that lie, each with its word and its number: for few values with names.
 * Nothing moves and nothing takes the focus; the chart stands in a ChartFigure.
 */
export function HorizontalBars({ data }: { data: Datum[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={data}
        layout="vertical"
        accessibilityLayer={false}
        margin={{ top: 0, right: 44, bottom: 0, left: 0 }}
      >
        <XAxis type="number" hide allowDecimals={false} />
        <YAxis
          type="category"
          dataKey="label"
          width={LABEL_WIDTH}
          axisLine={{ stroke: 'var(--rule)' }}
          tickLine={false}
          tick={INK}
          tickFormatter={cut}
          interval={0}
        />
        <Bar dataKey="count" fill="var(--color-primary)" maxBarSize={26} isAnimationActive={false}>
          <LabelList dataKey="count" position="right" formatter={counted} {...INK} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}

/** Bars that stand in a row of time, each with its number. As HorizontalBars otherwise. */
export function VerticalBars({ data }: { data: Datum[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={data} accessibilityLayer={false} margin={{ top: 22, right: 8, bottom: 0, left: 8 }}>
        <XAxis
          dataKey="label"
          axisLine={{ stroke: 'var(--rule)' }}
          tickLine={false}
          tick={INK}
          interval="equidistantPreserveStart"
          minTickGap={12}
        />
        <YAxis hide allowDecimals={false} />
        <Bar dataKey="count" fill="var(--color-primary)" maxBarSize={44} isAnimationActive={false}>
          <LabelList dataKey="count" position="top" formatter={counted} {...INK} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
