import { describe, expect, it } from 'vitest'
import { site } from '../../../testing/site'
import { answered, type Piece } from './faq'

const plain = (pieces: Piece[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.words)).join('')

const answersByQuestion = (policy?: Parameters<typeof answered>[0]) =>
  Object.fromEntries(answered(policy).map(({ ask, answer }) => [ask, answer]))

const question = 'What if the work needs changes?'

describe('the FAQ of the front page', () => {
  it("gives the policy's numbers as search engines get them", () => {
    const { policy } = site()
    expect(plain(answersByQuestion(policy)[question] ?? [])).toBe(
      'Revisions that follow your brief are free within 2 days of delivery, or 3 days for work of more than 6,000 words. See the revision and refund policy for details.',
    )
    const other = answersByQuestion({ ...policy, revisionDays: 1, longRevisionWords: 12_500 })
    expect(plain(other[question] ?? [])).toContain(
      'within 1 day of delivery, or 3 days for work of more than 12,500 words',
    )
  })

  it('links to the pages that it mentions', () => {
    expect(answersByQuestion(site().policy)[question]).toContainEqual({
      words: 'revision and refund policy',
      to: '/revision-refund-policy',
    })
  })

  it('contains no placeholder of its template, with or without numbers', () => {
    for (const questions of [answered(site().policy), answered(undefined)]) {
      expect(questions).toHaveLength(8)
      for (const { ask, answer } of questions)
        expect(ask + plain(answer)).not.toMatch(/[{}[\]]|undefined|NaN/)
    }
  })
})
