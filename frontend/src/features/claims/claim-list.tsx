import type { ReactNode } from 'react'
import { formatDay } from '../../lib/time/time'
import { ClaimDetails, ClaimStatusTag, nameOf } from './claim-details'
import type { Claim } from './model'
import { claims as words } from './words.en'

/** A claim that waits for a decision or for its payment, with what can be done now. */
export function PendingClaim({
  claim,
  reader,
  meaning,
  children,
}: {
  claim: Claim
  /** The id of the reader's account. */
  reader: string
  /** What it means for the reader; '' for nothing. */
  meaning: string
  children: ReactNode
}) {
  const id = `claim-${claim._id}`
  return (
    <article aria-labelledby={id} className="border-l-2 border-accent bg-base-200 px-4 py-3">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={id} className="text-xl">
          {nameOf(claim)}
        </h3>
        <ClaimStatusTag claim={claim} />
      </div>
      {meaning && <p className="mb-3 max-w-prose">{meaning}</p>}
      <ClaimDetails claim={claim} reader={reader} />
      {children}
    </article>
  )
}

/** The claims that are over, newest first. */
export function ClosedClaims({ claims, reader }: { claims: Claim[]; reader: string }) {
  return (
    <ul aria-label={words.earlier} className="border-t border-base-300">
      {claims.map((claim) => (
        <li key={claim._id} className="border-b border-base-300">
          <details>
            <summary className="min-h-11 cursor-pointer py-2">
              <span className="mr-3 font-semibold">{nameOf(claim)}</span>
              <span className="mr-3 text-muted">{formatDay(claim.createdAt)}</span>
              <ClaimStatusTag claim={claim} />
            </summary>
            <div className="pb-4">
              <ClaimDetails claim={claim} reader={reader} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}
