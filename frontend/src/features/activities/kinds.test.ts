import { expect, it } from 'vitest'
import { readCases } from '../../../testing/rule-cases'
import { kinds, kindWord } from './kinds'

it('every kind of activity that the server knows has a word of its own', () => {
  expect(kinds).toEqual(readCases<string>('activity_kinds.json'))
  expect(new Set(kinds.map(kindWord)).size).toBe(kinds.length)
})
