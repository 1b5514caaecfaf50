// Texts of shared components that every page needs. Those that fewer pages need are beside their group.

export const loading = 'Loading'
export const close = 'Close'
export const dismiss = 'Dismiss'
export const tryAgain = 'Try again'
export const scrollToTop = 'Scroll to top'
