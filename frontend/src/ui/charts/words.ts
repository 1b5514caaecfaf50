// What totals and charts say.

export const loadingTotals = 'Loading totals'

/** What follows the percentage of a change; `minus` is read out in the place of an arrow that points down. */
export const trend = {
  minus: 'minus',
  period: 'vs previous 30 days',
  none: 'nothing to compare yet',
}

export const showAs = { chart: 'Show as chart', table: 'Show as table' }
