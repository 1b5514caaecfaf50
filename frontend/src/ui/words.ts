// What the shared parts say on any page. Words that fewer pages need stand beside their group.

export const loading = 'Loading'
export const close = 'Close'
export const dismiss = 'Dismiss'
export const tryAgain = 'Try again'
export const scrollToTop = 'Scroll to top'
