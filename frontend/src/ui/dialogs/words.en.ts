// Texts of dialogs.

export const cancel = 'Cancel'

export const unsaved = {
  title: 'Unsaved changes',
  question: 'Do you want to close this without saving your changes?',
  discard: 'Discard changes',
  keep: 'Keep editing',
}

export const leaving = { title: 'Leave this page?', leave: 'Leave', stay: 'Stay' }
