import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { problemsOf, readCases, ruleCases } from '../../../testing/rule-cases'
import { nameIn } from '../../lib/formats/format'
import { attachmentSchema } from '../../lib/validation/attachment'
import { newAssignmentSchema, statuses, updateAssignmentSchema } from './rules'
import { statusSchema } from './types'
import { statusNames } from './words'

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
})
