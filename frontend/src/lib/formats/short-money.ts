import { locale } from './locale'
import { siteCurrency } from './money'

const format = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: siteCurrency,
  currencyDisplay: 'narrowSymbol',
  notation: 'compact',
  maximumFractionDigits: 2,
  minimumFractionDigits: 0,
})

/** An amount for the axis of a chart: "$500", "$2.25K". Takes whole units. */
export const formatShortMoney = (units: number): string => format.format(units)
