import { locale } from './locale'

/** The currency of the site, such as "AUD"; the server writes it into every page. */
export const siteCurrency = document.querySelector('meta[name="currency"]')?.getAttribute('content') || 'AUD'

/** The code that follows an amount whose currency is not clear from its sign: " USD". '' if the amount shows it already: "CHF 5.00". */
export const codeAfter = (currency: string) => (format(0, currency).includes(currency) ? '' : ` ${currency}`)

/** An amount of money as documents show it, with the currency's code: "$310.00 AUD". Takes whole units. */
export const formatMoneyWithCode = (units: number, currency: string) =>
  format(units, currency) + codeAfter(currency)

/**
 * An amount of money: "$1,234.50", "-$5.00". Takes whole units. If the currency
 * is not the site's, its code follows, because currencies share signs: "$5.00 USD".
 */
export const formatMoney = (units: number, currency = siteCurrency): string =>
  currency === siteCurrency ? format(units, currency) : formatMoneyWithCode(units, currency)

function format(units: number, currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat(locale, style).format(units)
}
