// Texts of the filters of lists.

export const search = 'Search'
export const removeFilter = (label: string) => `Remove filter: ${label}`
