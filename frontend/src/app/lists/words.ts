/** The sentences of every list with filters. */
export const list = {
  exportCsv: 'Export CSV',
  exportFailed: 'Failed to export the list',
  refresh: 'Refresh',
  showAll: 'Show all',
}
