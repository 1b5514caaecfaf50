// The calendar that people subscribe to.

export const calendar = {
  section: 'Calendar',
  title: 'Subscribe to your deadlines',
  text: 'See the deadlines of your work in your own calendar, kept up to date. You get a secret address, which you add to your calendar program as a subscription.',
  loading: 'Loading your calendar',
  loadFailure: 'Your calendar could not be loaded',
  create: 'Create address',
  created: 'The address is ready',
  address: 'Secret address',
  hint: 'Anyone who has this address can see your deadlines and the titles of your work. Do not share it.',
  copy: 'Copy address',
  copied: 'Address copied',
  notCopied: 'Your browser does not allow copying. The address is selected, so you can copy it yourself.',
  replace: {
    button: 'Replace address',
    text: 'Replace it if somebody else may know it.',
    question:
      'The present address stops working at once. Your calendar program needs the new one to keep showing your deadlines.',
    cancel: 'Keep it',
    done: 'The address was replaced',
    failure: 'The address could not be replaced',
  },
  remove: {
    button: 'Remove address',
    text: 'Remove it if you no longer use it.',
    question: 'The address stops working at once, and your calendar program no longer gets your deadlines.',
    cancel: 'Keep it',
    done: 'The address was removed',
    failure: 'The address could not be removed',
  },
  createFailure: 'The address could not be created',
}
