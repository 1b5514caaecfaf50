// Where the reader is logged in.

export const sessions = {
  title: 'Where you are logged in',
  text: 'If you do not recognise a device, log it out and change your password.',
  loading: 'Loading where you are logged in',
  loadFailure: 'Your devices could not be loaded',
  here: 'This device',
  since: 'Logged in since',
  seen: 'Last used',
  alone: 'You are not logged in anywhere else.',
  end: 'Log out',
  endNamed: (device: string, time: string) => `Log out ${device}, last used ${time}`,
  ended: 'The device was logged out',
  failure: 'The device could not be logged out',
  others: {
    button: 'Log out everywhere else',
    question: 'All other devices are logged out at once. This one stays logged in.',
    ended: 'You are logged out everywhere else',
    failure: 'The other devices could not be logged out',
  },
}
