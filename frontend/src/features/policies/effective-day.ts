import type { Policy } from '../../lib/api/site'
import { locale } from '../../lib/formats/locale'

/** The day on which a policy takes effect, in the time zone of its jurisdiction: "July 1, 2024". */
export const effectiveDay = ({ effectiveFrom }: Pick<Policy, 'effectiveFrom'>) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Australia/Sydney' }).format(
    new Date(effectiveFrom),
  )
