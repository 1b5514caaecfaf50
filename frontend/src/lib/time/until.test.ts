import { expect, it } from 'vitest'
import { holdsUntil } from './time'

const until = '2030-06-15T12:00:00.000Z'
const last = new Date(until).getTime()

it.each([
  [last - 1, true],
  [last, true],
  [last + 1, false],
])('what lasts until 12:00:00.000 holds at %d: %s', (now, holds) => {
  expect(holdsUntil(until, now)).toBe(holds)
})
