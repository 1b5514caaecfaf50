import { describe, expect, it } from 'vitest'
import { site } from '../../../testing/site'
import { answered, type Piece } from './questions'

const plain = (pieces: Piece[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.words)).join('')

const told = (policy?: Parameters<typeof answered>[0]) =>
  Object.fromEntries(answered(policy).map(({ ask, answer }) => [ask, answer]))

const changes = 'What if the work needs changes?'

describe('the questions of the front page', () => {
  it('are answered with the numbers of the policy, in the words that search engines read', () => {
    const { policy } = site()
    expect(plain(told(policy)[changes] ?? [])).toBe(
      'Revisions that follow your brief are free within 2 days of delivery, or 3 days for work of more than 6,000 words. See the revision and refund policy for details.',
    )
    const other = told({ ...policy, revisionDays: 1, longRevisionWords: 12_500 })
    expect(plain(other[changes] ?? [])).toContain(
      'within 1 day of delivery, or 3 days for work of more than 12,500 words',
    )
  })

  it('lead to the pages that they name', () => {
    expect(told(site().policy)[changes]).toContainEqual({
      words: 'revision and refund policy',
      to: '/revision-refund-policy',
    })
  })

  it('hold no mark of the file that they come from, with or without numbers', () => {
    for (const questions of [answered(site().policy), answered(undefined)]) {
      expect(questions).toHaveLength(8)
      for (const { ask, answer } of questions)
        expect(ask + plain(answer)).not.toMatch(/[{}[\]]|undefined|NaN/)
    }
  })
})
