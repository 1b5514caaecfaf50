import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { problemsOf, readCases, ruleCases } from '../../../testing/rule-cases'
import { attachmentSchema } from '../../lib/validation/attachment'
import { newAssignmentSchema, statuses, statusWord, updateAssignmentSchema } from './rules'
import { statusSchema } from './types'

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

describe('the words of statuses', () => {
  const words = readCases<{ status: string; student: string; staff: string }>('status_words.json')

  it('covers every status', () => {
    expect(words.map(({ status }) => status)).toEqual([...statuses])
  })

  it.each(words)('$status reads "$student" and is read from both spellings', ({ status, student, staff }) => {
    expect(statusWord(status)).toBe(student)
    expect(v.parse(statusSchema, student)).toBe(status)
    expect(v.parse(statusSchema, staff)).toBe(status)
  })
})
