import { type ReactNode, useId } from 'react'
import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { formatCount } from '../../lib/formats/format'

const INK = { fill: 'var(--color-base-content)', fontSize: 14 }

/** The room for the numbers of the axis, in pixels. */
const AXIS_WIDTH = 56

/** The axis of values if all are zero: without it, the chart would make up a scale. */
const nothing = { domain: [0, 1], ticks: [0] }

/** What both charts along months have: their axes, and a line at zero. */
const axes = (values: number[], format: (value: number) => string) => [
  <CartesianGrid key="grid" vertical={false} stroke="var(--color-base-300)" />,
  <XAxis
    key="months"
    dataKey="label"
    axisLine={false}
    tickLine={false}
    tick={INK}
    interval="equidistantPreserveStart"
    minTickGap={12}
  />,
  <YAxis
    key="values"
    width={AXIS_WIDTH}
    axisLine={false}
    tickLine={false}
    tick={INK}
    tickFormatter={format}
    allowDecimals={false}
    {...(values.every((value) => value === 0) && nothing)}
  />,
  <ReferenceLine key="zero" y={0} stroke="var(--rule)" />,
]

const margin = { top: 8, right: 8, bottom: 0, left: 0 }

/** Vertical bars along months, with an axis of amounts, which may be negative. Nothing is animated or focusable. Render it inside a ChartFigure. */
export function AmountBars({
  data,
  format,
}: {
  data: { label: string; amount: number }[]
  format: (amount: number) => string
}) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={data} accessibilityLayer={false} margin={margin}>
        {axes(
          data.map(({ amount }) => amount),
          format,
        )}
        <Bar dataKey="amount" fill="var(--color-primary)" maxBarSize={44} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

/** The lines of a hatched area. They have the colour of the text, also in forced colours. */
function Hatching({ id }: { id: string }) {
  return (
    <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line x1={0} y1={0} x2={0} y2={6} stroke="currentColor" strokeWidth={3} />
    </pattern>
  )
}

type Box = { x?: number; y?: number; width?: number; height?: number }

/** Two counts on top of one another along months: a solid one and, told apart without colour, a hatched one. Otherwise like AmountBars. */
export function StackedBars({
  data,
  names,
}: {
  data: { label: string; solid: number; hatched: number }[]
  names: { solid: string; hatched: string }
}) {
  const id = useId().replace(/\W/g, '')
  const hatched = (box: Box) => <HatchedBox {...box} pattern={id} />
  return (
    <div className="flex h-full flex-col gap-2">
      <p className="flex gap-4">
        <Key name={names.solid}>
          <path d="M0 0h16v16H0z" fill="var(--color-primary)" />
        </Key>
        <Key name={names.hatched}>
          <defs>
            <Hatching id={`${id}key`} />
          </defs>
          <HatchedBox x={0.5} y={0.5} width={15} height={15} pattern={`${id}key`} />
        </Key>
      </p>
      <div className="grow" style={{ minHeight: 0 }}>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={data} accessibilityLayer={false} margin={margin}>
            <defs>
              <Hatching id={id} />
            </defs>
            {axes(
              data.map(({ solid, hatched }) => solid + hatched),
              formatCount,
            )}
            <Bar
              dataKey="solid"
              stackId="all"
              fill="var(--color-primary)"
              maxBarSize={44}
              isAnimationActive={false}
            />
            <Bar dataKey="hatched" stackId="all" shape={hatched} maxBarSize={44} isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  )
}

function HatchedBox({ x, y, width = 0, height = 0, pattern }: Box & { pattern: string }) {
  if (height <= 0) return null
  return <rect x={x} y={y} width={width} height={height} fill={`url(#${pattern})`} stroke="currentColor" />
}

/** What a kind of bar stands for. */
function Key({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <svg width={16} height={16} aria-hidden="true">
        {children}
      </svg>
      {name}
    </span>
  )
}
