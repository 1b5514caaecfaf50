/** The sentences of revisions. */

export const revisionWindow = {
  openFor: (time: string) => `Open for ${time}`,
  closed: 'The revision window has closed.',
}

export const request = {
  open: 'Request revision',
  title: 'Request revision',
  text: 'Tell your tutor what does not follow your brief, and where. The more exact you are, the better the next version will be.',
  reason: 'Reason',
  submit: 'Request revision',
  done: 'Your tutor will make the changes',
  failed: 'Your request could not be sent',
}

export const revisions = {
  title: 'Requested changes',
  earlier: 'Earlier requests',
  loading: 'Loading the requested changes',
  failed: 'Failed to load the requested changes',
  name: (number: number) => `Revision ${number}`,
  open: 'Open',
  due: 'Due',
  waits: 'The deadline waits until the claim is settled.',
  asked: 'Asked',
  closed: 'Closed',
  held: 'Held for review. Only the student and our team can read this text.',
}

export const withdrawal = {
  button: 'Withdraw the request',
  question:
    'Your tutor will not make the changes, and the latest version counts as delivered again. The time to ask for changes still ends when it would have.',
  keep: 'Keep the request',
  done: 'Request withdrawn',
  failed: 'The request could not be withdrawn',
}
