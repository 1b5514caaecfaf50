import { describe, expect, it } from 'vitest'
import { problemsOf, ruleCases } from '../../../testing/rule-cases'
import { newRatingSchema } from './model'

describe('the rule of new_rating.json', () => {
  it.each(ruleCases('new_rating.json'))('$name', ({ input, problems }) => {
    expect(problemsOf(newRatingSchema, input)).toEqual(problems)
  })
})
