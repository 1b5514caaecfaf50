// What the shared parts say on every page. Charts, files and tables have their own words beside them.

export const loading = 'Loading'
export const close = 'Close'
export const cancel = 'Cancel'
export const dismiss = 'Dismiss'
export const tryAgain = 'Try again'
export const optional = '(optional)'
export const noMatches = 'No matches'
export const scrollToTop = 'Scroll to top'
export const onThisPage = 'On this page'

export const unsaved = {
  title: 'Unsaved changes',
  question: 'Do you want to close this without saving your changes?',
  discard: 'Discard changes',
  keep: 'Keep editing',
}

export const pages = {
  label: 'Pages',
  rows: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  page: (page: string, count: string) => `Page ${page} of ${count}`,
  previous: 'Previous',
  next: 'Next',
}

/** The names of the buttons of a field, which is named by its label: "Show password", "More pages". */
export const showOrHide = (label: string, shown: boolean) =>
  `${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`
export const fewer = (label: string) => `Fewer ${label.toLowerCase()}`
export const more = (label: string) => `More ${label.toLowerCase()}`

export const stars = (count: number) => `${count} out of 5`

/** The foot of a printed page. */
export const printed = (time: string, address: string) => `Printed ${time} from ${address}`
