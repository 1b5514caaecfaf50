import type { ReactNode } from 'react'

/** Points of a title and a sentence or two, in two columns where there is room. */
export function PointList({ points }: { points: { title: string; text: ReactNode }[] }) {
  return (
    <dl className="grid gap-x-12 gap-y-7 sm:grid-cols-2">
      {points.map(({ title, text }) => (
        <div key={title}>
          <dt className="font-serif text-xl font-semibold">{title}</dt>
          <dd className="mt-1 max-w-[48ch]">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
