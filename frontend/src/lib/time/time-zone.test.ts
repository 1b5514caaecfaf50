import { describe, expect, it, vi } from 'vitest'
import { browserZone, dayIn, zoneWords } from './time-zone'

/** Fakes a browser with this time zone, whose clock is `behind` minutes behind UTC. */
function browser(timeZone: string | undefined, behind: number) {
  const options = {
    ...Intl.DateTimeFormat().resolvedOptions(),
    timeZone,
  } as Intl.ResolvedDateTimeFormatOptions
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(behind)
}

describe('the zone of the browser', () => {
  it.each([
    ['Europe/Berlin', -60, 'Europe/Berlin', 'Europe/Berlin'],
    ['America/New_York', 300, 'America/New_York', 'America/New York'],
    [undefined, -600, 'Etc/GMT-10', 'UTC+10'],
    ['', -840, 'Etc/GMT-14', 'UTC+14'],
    ['Etc/Unknown', 300, 'Etc/GMT+5', 'UTC-5'],
    ['Etc/Unknown', 720, 'Etc/GMT+12', 'UTC-12'],
    ['Etc/Unknown', 0, 'UTC', 'UTC'],
    ['Etc/Unknown', -330, 'UTC', 'UTC'],
    ['Etc/Unknown', 780, 'UTC', 'UTC'],
  ] as const)('named %s, %d minutes behind UTC, is %s, reading %s', (named, behind, zone, words) => {
    browser(named, behind)
    expect(browserZone()).toBe(zone)
    expect(zoneWords(browserZone())).toBe(words)
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
  })
})

describe('the day in a zone', () => {
  it.each([
    ['Pacific/Auckland', '2026-12-01'],
    ['America/New_York', '2026-11-30'],
  ])('%s is %s', (zone, day) => {
    expect(dayIn(zone, Date.parse('2026-11-30T20:00:00Z'))).toBe(day)
  })
})
