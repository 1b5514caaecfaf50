import { describe, expect, it } from 'vitest'
import { problemsOf, ruleCases } from '../../../testing/rule-cases'
import type { Role } from '../../lib/session/session'
import { newPasswordSchema, passwordFormSchema, profileSchema } from './model'

describe('the rule of profile.json', () => {
  it.each(ruleCases('profile.json'))('$name', ({ input, problems }) => {
    expect(problemsOf(profileSchema((input as { role: Role }).role), input)).toEqual(problems)
  })
})

describe('the rule of new_password.json', () => {
  it.each(ruleCases('new_password.json'))('$name', ({ input, problems }) => {
    expect(problemsOf(newPasswordSchema, input)).toEqual(problems)
  })
})

describe('the second new password', () => {
  it('must be the first, whatever else is wrong', () => {
    const typed = { currentPassword: '', newPassword: '123', confirmPassword: '124' }
    expect(problemsOf(passwordFormSchema, typed)).toContainEqual({
      field: 'confirmPassword',
      message: 'New passwords do not match',
    })
  })
})
