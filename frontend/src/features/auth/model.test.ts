import { describe, expect, it } from 'vitest'
import { problemsOf, ruleCases } from '../../../testing/rule-cases'
import {
  adminSignUpFormSchema,
  adminSignUpSchema,
  logInSchema,
  signUpFormSchema,
  signUpSchema,
} from './model'

const rules = [
  { file: 'sign_up.json', schema: signUpSchema },
  { file: 'admin_sign_up.json', schema: adminSignUpSchema },
  { file: 'log_in.json', schema: logInSchema },
]

describe.each(rules)('the rule of $file', ({ file, schema }) => {
  it.each(ruleCases(file))('$name', ({ input, problems }) => {
    expect(problemsOf(schema, input)).toEqual(problems)
  })
})

describe('the second password', () => {
  const typed = { name: '', email: 'x', password: 'quill-1', confirmPassword: 'quill-2', adminKey: '' }

  it.each([signUpFormSchema, adminSignUpFormSchema])(
    'must be the first, whatever else is wrong',
    (schema) => {
      expect(problemsOf(schema, typed)).toContainEqual({
        field: 'confirmPassword',
        message: 'Passwords do not match',
      })
    },
  )
})
