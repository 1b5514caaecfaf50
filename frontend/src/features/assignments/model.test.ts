import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { problemsOf, readCases, ruleCases } from '../../../testing/rule-cases'
import { nameIn } from '../../lib/formats/format'
import { attachmentSchema } from '../../lib/validation/attachment'
import {
  actionsAt,
  isOpen,
  newAssignmentSchema,
  type OpenAction,
  stages,
  statuses,
  statusSchema,
  updateAssignmentSchema,
} from './model'
import { statusNames } from './words.en'

const rules = [
  { file: 'new_assignment.json', schema: newAssignmentSchema },
  { file: 'update_assignment.json', schema: updateAssignmentSchema },
  { file: 'attachment.json', schema: attachmentSchema, field: 'file' },
]

describe.each(rules)('the rule of $file', ({ file, schema, field }) => {
  it.each(ruleCases(file))('$name', ({ input, problems }) => {
    expect(problemsOf(schema, input, field)).toEqual(problems)
  })
})

describe('the names of statuses', () => {
  const names = readCases<{ status: string; student: string; staff: string }>('status_words.json')

  it('covers every status', () => {
    expect(names.map(({ status }) => status)).toEqual([...statuses])
  })

  it.each(names)('$status is named "$student" and has two spellings', ({ status, student, staff }) => {
    expect(nameIn(statusNames, status)).toBe(student)
    expect(v.parse(statusSchema, student)).toBe(status)
    expect(v.parse(statusSchema, staff)).toBe(status)
  })

  it('includes cancelled, which nobody sets by hand', () => {
    expect(v.parse(statusSchema, 'Cancelled')).toBe('cancelled')
    expect(nameIn(statusNames, 'cancelled')).toBe('Cancelled')
    expect(statuses).not.toContain('cancelled')
  })
})

describe('the actions of an order', () => {
  type Case = {
    name: string
    now: string
    stage: string
    actions: OpenAction[]
    later: { at: string; actions: string[] }[]
  }
  const cases = readCases<Case>('order_actions.json')
  const namesAt = (actions: OpenAction[], at: string) =>
    actionsAt(actions, new Date(at).getTime()).map(({ action }) => action)

  it('have cases with time limits', () => {
    expect(
      cases.some(({ actions, later }) => later.some((then) => then.actions.length < actions.length)),
    ).toBe(true)
  })

  it.each(cases)('are open at the time of the answer: $name', ({ now, actions, stage }) => {
    expect(namesAt(actions, now)).toEqual(actions.map(({ action }) => action))
    expect(stages).toContain(stage)
  })

  // Only the server can open an action, so those that open later are left out.
  it.each(
    cases.flatMap(({ name, actions, later }) =>
      later.map((then) => ({ name, listed: actions, at: then.at, open: then.actions })),
    ),
  )('close on time at $at: $name', ({ listed, at, open }) => {
    const known = listed.map(({ action }) => action)
    expect(namesAt(listed, at)).toEqual(open.filter((action) => known.includes(action)))
  })

  it('stay open without a limit, but only if listed', () => {
    expect(isOpen([{ action: 'cancel', until: null }], 'cancel', Number.MAX_SAFE_INTEGER)).toBe(true)
    expect(isOpen([{ action: 'cancel', until: null }], 'delete', 0)).toBe(false)
  })
})
