import { expect, it } from 'vitest'
import { readCases } from '../../../testing/rule-cases'
import { kindNames } from './words.en'

it('names every kind of history entry that the server has', () => {
  expect(Object.keys(kindNames)).toEqual(readCases<string>('activity_kinds.json'))
  expect(new Set(Object.values(kindNames)).size).toBe(Object.keys(kindNames).length)
})
