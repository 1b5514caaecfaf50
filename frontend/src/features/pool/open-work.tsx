import { useAnswer } from '../../lib/api/query'
import { poolSummaryQuery } from './queries'
import { openWork as words } from './words'

/** How much work the reader has in progress, and whether that is all they may have. Its room is always kept. */
export function OpenWork() {
  const { data } = useAnswer(poolSummaryQuery)
  return (
    <p role="status" className="min-h-6">
      {data && openWorkSentence(data)}
    </p>
  )
}

/** "You have 2 of 5 assignments in progress." */
export function openWorkSentence({ open, limit }: { open: number; limit: number }): string {
  const count = words.count(open, limit)
  return open >= limit ? `${count} ${words.full}` : count
}
