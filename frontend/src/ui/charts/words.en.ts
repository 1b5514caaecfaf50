// Texts of totals and charts.

export const loadingTotals = 'Loading totals'

/** The text after the percentage of a change. Screen readers read `minus` instead of the down arrow. */
export const trend = {
  minus: 'minus',
  period: 'vs previous 30 days',
  none: 'nothing to compare yet',
}

export const showAs = { chart: 'Show as chart', table: 'Show as table' }
