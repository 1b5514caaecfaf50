// What dialogs say.

export const cancel = 'Cancel'

export const unsaved = {
  title: 'Unsaved changes',
  question: 'Do you want to close this without saving your changes?',
  discard: 'Discard changes',
  keep: 'Keep editing',
}
