// What the filters of lists say.

export const search = 'Search'
export const removeFilter = (label: string) => `Remove filter: ${label}`
