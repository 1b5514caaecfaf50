import { beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())

/** The locale of the interface in a browser that prefers these languages in this order. */
async function localeFor(languages: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  return (await import('./locale')).locale
}

describe('the locale', () => {
  it.each([
    [['en-AU', 'en'], 'en-AU'],
    [['en-GB'], 'en-GB'],
    [['en'], 'en'],
    [['en-001'], 'en-001'],
    [['de-DE', 'de', 'en-GB', 'en'], 'en-GB'],
    [['de-DE', 'de'], 'en-US'],
    [['en-US@posix'], 'en-US'],
    [[], 'en-US'],
  ])('of a browser that prefers %j is %s', async (languages, expected) => {
    expect(await localeFor(languages)).toBe(expected)
  })
})

describe('in a German browser', () => {
  const languages = ['de-DE', 'de']
  const now = Date.parse('2026-11-21T00:00:00Z')

  it('times, distances, numbers and money are formatted in English', async () => {
    expect(await localeFor(languages)).toBe('en-US')
    const { formatTime, formatDay } = await import('../time/time')
    const { formatDistance } = await import('../time/distance')
    const { formatCount } = await import('./format')
    const { formatMoney } = await import('./money')
    expect(formatTime('2026-11-28T11:21:00Z', now)).toMatch(/^Nov 28, 10:21\sPM/)
    expect(formatDay('2026-11-28T11:21:00Z')).toBe('November 28, 2026')
    expect(formatDistance('2026-11-28T11:21:00Z', now)).toBe('in 7 days')
    expect(formatCount(1234.5)).toBe('1,234.5')
    expect(formatMoney(1234.5)).toBe('$1,234.50')
  })
})

describe('in an Australian browser', () => {
  it('days come before months', async () => {
    await localeFor(['en-AU'])
    const { formatDay } = await import('../time/time')
    expect(formatDay('2026-11-28T11:21:00Z')).toBe('28 November 2026')
  })
})
