// Texts of the pagination of a list.

export const pages = {
  label: 'Pages',
  rows: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  page: (page: string, count: string) => `Page ${page} of ${count}`,
  previous: 'Previous',
  next: 'Next',
}
