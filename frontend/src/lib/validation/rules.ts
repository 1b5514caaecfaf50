import * as v from 'valibot'
import * as limits from '#domain/limits.json'

/** Whether a text is empty; white space does not count. */
export const isBlank = (value: string) => value.trim() === ''

/** The length of a text in code points, as the server counts characters. */
export const characters = (value: string) => [...value].length

/** A text with a check that returns what is wrong with it, if anything. */
export function checkedText(check: (value: string) => string | undefined) {
  return v.pipe(
    v.string(),
    v.check(
      (value) => check(value) === undefined,
      ({ input }) => check(input) ?? '',
    ),
  )
}

function tooLong(label: string, value: string, limit: number) {
  if (characters(value.trim()) <= limit) return undefined
  // The server's sentence is the same in every region.
  return `${label} is too long (at most ${limit.toLocaleString('en-US')} characters)`
}

/** An optional text with a limit in characters. */
export const optionalText = (label: string, limit: number) =>
  checkedText((value) => tooLong(label, value, limit))

/** A required text with a limit in characters. */
export const requiredText = (label: string, limit: number) =>
  checkedText((value) => (isBlank(value) ? `${label} is required` : tooLong(label, value, limit)))

const emailShape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** An email address: some text, one @, and a domain with a dot. Only delivery proves that it exists. */
export const emailAddress = checkedText((value) => {
  const email = value.trim()
  if (email === '') return 'Email is required'
  if (!emailShape.test(email) || characters(email) > limits.email) return 'Email is invalid'
})

/** The first problem of a single value, such as an attachment, if it has one. */
export function firstProblem<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): string | undefined {
  return v.safeParse(schema, value).issues?.[0]?.message
}
