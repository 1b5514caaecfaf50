import * as limits from '#domain/limits.json'
import { characters, checkedText, isBlank } from './rules'

const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Whether a password is only white space, too short without its invisible characters, or has a control character. */
const isEasy = (value: string) =>
  isBlank(value) || characters(value.replace(unseen, '')) < limits.passwordCharacters || /\p{Cc}/u.test(value)

/**
 * A new password: at least 6 characters, at most 72 bytes, and not easy to guess. Only the server has the list of the
 * most common ones, which it refuses with the same sentence.
 */
export const passwordOf = (required: string, tooShort: string) =>
  checkedText((value) => {
    const isShort = characters(value) < limits.passwordCharacters
    if (isShort && isBlank(value)) return required
    if (isShort) return tooShort
    if (new TextEncoder().encode(value).length > limits.passwordBytes) return 'Password is too long'
    if (isEasy(value)) return 'Password is too easy to guess'
  })

/** The password of a new account. */
export const newPassword = passwordOf('Password is required', 'Password must be at least 6 characters')
