/** Facts, each with its term. */
export type Facts = readonly (readonly [term: string, fact: string])[]

/** What a document says of itself, term by term. */
export function FactList({ facts }: { facts: Facts }) {
  return (
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
      {facts.map(([term, fact]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="wrap-anywhere tabular-nums">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
