import type { ReactNode } from 'react'
import { skeletonClass } from '../loading/skeleton'

/** Charts below one another; two in a row where there is room. */
export function ChartGrid({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">{children}</div>
}

/** The room that a chart takes: the whole row if it is `wide`, and one more line if it has a note. */
type ChartRoom = { wide?: boolean; noted?: boolean }

/** The classes that keep this room, so that nothing moves when the chart arrives. */
export const roomOf = ({ wide, noted }: ChartRoom) =>
  `${noted ? 'min-h-90' : 'min-h-76'} ${wide ? 'lg:col-span-full' : ''}`

/** Holds the place of a chart while it loads. */
export function ChartPlaceholder(room: ChartRoom) {
  return <div className={`${skeletonClass} ${roomOf(room)}`} />
}
