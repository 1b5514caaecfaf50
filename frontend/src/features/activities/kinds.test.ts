import { expect, it } from 'vitest'
import { readCases } from '../../../testing/rule-cases'
import { kinds } from './kinds'
import { kindNames } from './words'

it('has a name of its own for every kind of event that the server knows', () => {
  expect(kinds).toEqual(readCases<string>('activity_kinds.json'))
  expect(new Set(Object.values(kindNames)).size).toBe(kinds.length)
})
