/** The sentences of totals and charts. */

export const totals = {
  loading: 'Loading totals',
  noTrend: 'nothing to compare yet',
  minus: 'minus ',
  versus: 'vs previous 30 days',
}

export const charts = {
  showChart: 'Show as chart',
  showTable: 'Show as table',
}
