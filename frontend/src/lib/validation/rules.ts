import * as v from 'valibot'

/** White space does not fill a field. */
export const isBlank = (value: string) => value.trim() === ''

/** The length of a text in characters, as the server counts them: code points. */
const characters = (value: string) => [...value].length

/** A text field whose judge names what is wrong with it, or nothing. */
export function checkedText(judge: (value: string) => string | undefined) {
  return v.pipe(
    v.string(),
    v.check(
      (value) => judge(value) === undefined,
      ({ input }) => judge(input) ?? '',
    ),
  )
}

function tooLong(label: string, value: string, limit: number) {
  if (characters(value.trim()) <= limit) return undefined
  // The server writes the same sentence, whatever the reader's region.
  return `${label} is too long (at most ${limit.toLocaleString('en-US')} characters)`
}

/** A text that may be empty and has a limit in characters. */
export const optionalText = (label: string, limit: number) =>
  checkedText((value) => tooLong(label, value, limit))

/** A text that must be there and has a limit in characters. */
export const requiredText = (label: string, limit: number) =>
  checkedText((value) => (isBlank(value) ? `${label} is required` : tooLong(label, value, limit)))

/** A password as it is typed into a new account: at least 6 characters, at most 72 bytes. */
export const newPassword = checkedText((value) => {
  if (isBlank(value)) return 'Password is required'
  if (characters(value) < 6) return 'Password must be at least 6 characters'
  if (new TextEncoder().encode(value).length > 72) return 'Password is too long'
})

const emailShape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** An e-mail address: something, one @, and a domain with a dot. Delivery is what proves it. */
export const emailAddress = checkedText((value) => {
  const email = value.trim()
  if (email === '') return 'Email is required'
  if (!emailShape.test(email) || characters(email) > 254) return 'Email is invalid'
})

const timeShape = /^(\d{4})-(\d\d)-(\d\d)(T(\d\d):(\d\d)(:(\d\d)(\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/

/** True for a time of the wire between 1970 and 9999 that the calendar knows. */
export function isTime(text: string): boolean {
  const parts = timeShape.exec(text.trim())
  if (!parts) return false
  const [year = 0, month = 0, day = 0] = parts.slice(1, 4).map(Number)
  const [hour, minute, second] = [parts[5], parts[6], parts[8]].map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const known = date.getUTCDate() === day && date.getUTCMonth() === month - 1 && date.getUTCHours() === hour
  return known && Number(minute) < 60 && Number(second) < 60 && year >= 1970
}

/** The sentence of an attachment's or another lone value's first problem, if it has one. */
export function firstProblem<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): string | undefined {
  return v.safeParse(schema, value).issues?.[0]?.message
}
