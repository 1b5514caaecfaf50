import { locale } from '../../lib/locale'
import type { Policy } from '../../lib/site'

/** The day from which a policy applies, in the time zone of its jurisdiction: "July 1, 2024". */
export function effectiveDay({ effectiveFrom }: Policy): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Australia/Sydney' }).format(
    new Date(effectiveFrom),
  )
}
