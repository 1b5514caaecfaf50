import { locale } from './locale'

/** The currency of the site, such as "AUD"; the server writes it into every page. */
export const siteCurrency = document.querySelector('meta[name="currency"]')?.getAttribute('content') || 'AUD'

/** An amount of money as documents show it, with the currency's code: "$310.00 AUD". Takes whole units. */
export const formatMoneyWithCode = (units: number, currency: string) =>
  currency === siteCurrency ? `${formatMoney(units)} ${currency}` : formatMoney(units, currency)

/**
 * An amount of money: "$1,234.50", "-$5.00". Takes whole units. If the currency
 * is not the site's, its code follows, because currencies share signs: "$5.00 USD".
 */
export function formatMoney(units: number, currency = siteCurrency): string {
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const amount = new Intl.NumberFormat(locale, format).format(units)
  return currency === siteCurrency ? amount : `${amount} ${currency}`
}
