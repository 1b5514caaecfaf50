import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatMoney, formatMoneyWithCode } from './money'

afterEach(() => document.head.replaceChildren())

describe('an amount', () => {
  it.each([
    [310, '$310.00'],
    [1234.5, '$1,234.50'],
    [0, '$0.00'],
    [-5, '-$5.00'],
  ])('of %d is "%s"', (units, words) => {
    expect(formatMoney(units)).toBe(words)
  })

  it('in a foreign currency is followed by its code', () => {
    expect([formatMoney(5, 'AUD'), formatMoney(5, 'USD'), formatMoney(5, 'EUR')]).toEqual([
      '$5.00',
      '$5.00 USD',
      '€5.00 EUR',
    ])
  })

  it('on a document always has its code, once', () => {
    expect([formatMoneyWithCode(310, 'AUD'), formatMoneyWithCode(5, 'USD')]).toEqual([
      '$310.00 AUD',
      '$5.00 USD',
    ])
  })

  it.each(['CHF', 'AED'])('in %s, which has no sign, has the code once', (code) => {
    for (const words of [formatMoney(5, code), formatMoneyWithCode(5, code)])
      expect(words.split(code)).toHaveLength(2)
  })

  it('is in the currency that the page names', async () => {
    document.head.innerHTML = '<meta name="currency" content="GBP">'
    vi.resetModules()
    const { formatMoney } = await import('./money')
    expect([formatMoney(-5), formatMoney(5, 'AUD')]).toEqual(['-£5.00', '$5.00 AUD'])
  })
})
