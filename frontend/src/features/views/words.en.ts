/** The sentences of saved views. */

export const NONE_SAVED =
  'No saved views yet. A view keeps the tab you are on, with its filters, sorting and page. Views are stored in this browser, for your account.'

export const savedView = (name: string) => `Saved the view ${name}`
export const deletedView = (name: string) => `Deleted the view ${name}`

export const DELETE = 'Delete'
export const deleteView = (name: string) => `Delete the view ${name}`

export const NAME = 'View name'
export const SAVE = 'Save view'

export const tooManyViews = (most: number) => `At most ${most} views can be saved. Delete one first.`
