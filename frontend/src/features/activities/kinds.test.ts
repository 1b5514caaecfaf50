import { expect, it } from 'vitest'
import { readCases } from '../../../testing/rule-cases'
import { kinds } from './kinds'
import { kindNames } from './words'

it('names every kind of history entry that the server has', () => {
  expect(kinds).toEqual(readCases<string>('activity_kinds.json'))
  expect(new Set(Object.values(kindNames)).size).toBe(kinds.length)
})
