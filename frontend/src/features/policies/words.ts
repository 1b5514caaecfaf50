import type { Policy } from '../../lib/site'

/** The day from which a policy counts, where its jurisdiction is: "July 1, 2024". */
export function effectiveDay({ effectiveFrom }: Policy): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Australia/Sydney' }).format(
    new Date(effectiveFrom),
  )
}
