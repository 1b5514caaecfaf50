// Texts of lists and their filters.

export const search = 'Search'
export const sortBy = 'Sort by'
export const all = 'All'
/** The orders by the time at which rows were made, by their names on the server. */
export const byCreation = { '-createdAt': 'Newest first', createdAt: 'Oldest first' }
export const removeFilter = (label: string) => `Remove filter: ${label}`
