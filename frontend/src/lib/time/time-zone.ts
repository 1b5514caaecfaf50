/** The fixed zones range from Etc/GMT+12 to Etc/GMT-14, in hours behind UTC. */
const MOST_BEHIND = 12
const MOST_AHEAD = -14

/**
 * The IANA name of the browser's time zone. If the browser does not name it,
 * this is the fixed zone of its current offset ("Etc/GMT-10" is ten hours ahead
 * of UTC), or UTC if no fixed zone has that offset.
 */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (timeZone && timeZone !== 'Etc/Unknown') return timeZone
  const behind = new Date().getTimezoneOffset() / 60
  const isFixed = Number.isInteger(behind) && behind <= MOST_BEHIND && behind >= MOST_AHEAD
  if (!isFixed || behind === 0) return 'UTC'
  return `Etc/GMT${behind > 0 ? '+' : ''}${behind}`
}

/** A time zone as people read it: "America/New York"; the fixed zone "Etc/GMT-10" is "UTC+10". */
export function zoneWords(zone: string): string {
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(zone) ?? []
  if (sign) return `UTC${sign === '+' ? '-' : '+'}${hours}`
  return zone.replaceAll('_', ' ')
}

/** The day at a time (milliseconds) in a time zone, as a `date` field holds it: "2026-12-01". Takes the zone's IANA name. */
export function dayIn(zone: string, now: number): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}
