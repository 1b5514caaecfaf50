/** Etc/GMT+12 to Etc/GMT-14 are the fixed zones that there are, in hours behind UTC. */
const BEHIND_MOST = 12
const AHEAD_MOST = -14

/**
 * The time zone of this browser by its IANA name. Where the browser names none,
 * the fixed zone of its present offset ("Etc/GMT-10" is ten hours ahead of UTC),
 * or UTC where there is none of that offset.
 */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (timeZone && timeZone !== 'Etc/Unknown') return timeZone
  const behind = new Date().getTimezoneOffset() / 60
  const isFixed = Number.isInteger(behind) && behind <= BEHIND_MOST && behind >= AHEAD_MOST
  if (!isFixed || behind === 0) return 'UTC'
  return `Etc/GMT${behind > 0 ? '+' : ''}${behind}`
}

/** A zone as people read it: "America/New York"; the fixed "Etc/GMT-10" is "UTC+10". */
export function zoneWords(zone: string): string {
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(zone) ?? []
  if (sign) return `UTC${sign === '+' ? '-' : '+'}${hours}`
  return zone.replaceAll('_', ' ')
}
