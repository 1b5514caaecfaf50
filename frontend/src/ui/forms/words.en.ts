// Texts of fields. Their buttons are named after the label of the field: "Show password", "More pages".

export const optional = '(optional)'
export const noMatches = 'No matches'
export const showOrHide = (label: string, shown: boolean) =>
  `${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`
export const fewer = (label: string) => `Fewer ${label.toLowerCase()}`
export const more = (label: string) => `More ${label.toLowerCase()}`
export const stars = (count: number) => `${count} out of 5`

/** Said in a form that can no longer be sent. */
export const kept = 'What you wrote is still here, so that you can copy it.'

/** How something was paid. */
export const paidBy = {
  method: 'Method',
  methodHint: 'For example, bank transfer or cash.',
  reference: 'Reference',
  referenceHint: 'As it appears on your bank statement.',
}
