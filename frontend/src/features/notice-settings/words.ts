// How somebody wants to be told of what happens.

export const noticeSettings = {
  section: 'Messages',
  text: 'Choose how we tell you what happens: by a notice on this site, or by email. Each change is saved at once.',
  loading: 'Loading your choices',
  loadFailure: 'Your choices could not be loaded',
  saveFailure: 'Your choice could not be saved',
  columns: { kind: 'Message', app: 'Notice', mail: 'Email' },
  switchName: { app: (title: string) => `Notice: ${title}`, mail: (title: string) => `Email: ${title}` },
  always: 'Always',
  never: 'None',
  required: 'Always sent.',
}
