import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { formatCount } from '../../lib/formats/format'

/** One bar: its label, its length, and its colour if it is not the usual one. */
type Datum = { label: string; count: number; fill?: string }

const INK = { fill: 'var(--color-base-content)', fontSize: 14 }

/** The room for the label of a horizontal bar, in pixels and in characters. Longer labels are cut; the table has them in full. */
const LABEL_WIDTH = 148
const LABEL_LENGTH = 20

const formatLabel = (count: unknown) => formatCount(Number(count))

const cut = (label: string) =>
  label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH - 1).trimEnd()}…` : label

/**
 * Horizontal bars, each with its label and its number: for a few named values.
 * Nothing is animated or focusable. Render it inside a ChartFigure.
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
          <LabelList dataKey="count" position="right" formatter={formatLabel} {...INK} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}

/** Vertical bars along a time axis, each with its number. Otherwise like HorizontalBars. */
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
          <LabelList dataKey="count" position="top" formatter={formatLabel} {...INK} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
