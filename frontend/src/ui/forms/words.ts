// What fields say. Their buttons are named after the label of the field: "Show password", "More pages".

export const optional = '(optional)'
export const noMatches = 'No matches'
export const showOrHide = (label: string, shown: boolean) =>
  `${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`
export const fewer = (label: string) => `Fewer ${label.toLowerCase()}`
export const more = (label: string) => `More ${label.toLowerCase()}`
export const stars = (count: number) => `${count} out of 5`
