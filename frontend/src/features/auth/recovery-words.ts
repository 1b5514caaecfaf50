// Recovering an account: the pages that mails lead to, and the line about an unconfirmed address.

export const wait = (distance: string) => `Too many attempts. Please try again ${distance}.`

export const voidLink = {
  title: 'This link is no longer valid',
  reason: 'A link works once and for a limited time. A newer link replaces it.',
}

export const noToken = {
  title: 'Open the link in the mail again',
  text: 'This page needs the link that we mailed you. For your safety, reloading the page forgets it.',
}

export const forgot = {
  link: 'Forgot password?',
  title: 'Forgot your password?',
  intro: 'Enter your email address. We will send you a link to choose a new password.',
  submit: 'Send the link',
  again: 'Send again',
  failed: 'The link could not be sent',
  sent: {
    title: 'Check your inbox',
    text: (email: string) =>
      `If ${email} belongs to an account, a link is on its way to it. If nothing arrives, look in your spam folder. You can ask for another link after 2 minutes.`,
  },
  logIn: 'Back to login',
}

export const reset = {
  title: 'Choose a new password',
  intro: 'Saving your new password logs you out everywhere.',
  password: 'New Password',
  confirmPassword: 'Confirm New Password',
  submit: 'Save new password',
  failed: 'The password could not be saved',
  done: 'Your new password is saved. Log in with it now.',
  other: {
    title: 'Your new password is saved',
    text: (name: string) =>
      `In this browser, ${name} is logged in to another account. Log out to use the new password.`,
  },
  void: 'If you have just saved a new password, log in with it.',
  askAgain: 'Ask for a new link',
}

export const verify = {
  title: 'Confirm your email address',
  intro:
    'Press the button to confirm that this address is yours. What you handed in under it without an account, and the quotes that you requested, become yours.',
  submit: 'Confirm address',
  failed: 'The address could not be confirmed',
  done: 'Your email address is confirmed',
  ownWork: 'Work that you handed in under this address before is in your account now.',
  othersWork:
    'Work that was handed in under this address before is in its account now. Log in to that account to see it.',
  void: {
    confirmed: 'The address of your account is confirmed, so there is nothing left to do.',
    unconfirmed: 'We can send you a new one.',
    visitor: 'Log in. If your address is still unconfirmed, you can ask for a new link there.',
  },
}

export const undo = {
  title: 'Undo the change of address',
  intro: 'The email address of your account was changed. If that was not you, press the button:',
  consequences: [
    'Your old address comes back.',
    'All sessions of your account end, on every device.',
    'We mail you a link to choose a new password, to your old address.',
  ],
  submit: 'Undo the change',
  failed: 'The change could not be undone',
  done: 'Your old address is back',
  next: 'We have sent it a link to choose a new password. All sessions of the account have ended.',
  void: 'A change can be undone once, within 7 days. If you can no longer log in to your account, contact support.',
}

export const unverified = {
  label: 'Your email address',
  text: (email: string) =>
    `Your email address ${email} is not confirmed yet. Use the link in our mail, or have it sent again.`,
  sent: (email: string) =>
    `A link is on its way to ${email}. If it does not arrive, you can ask for another one after 2 minutes.`,
  send: 'Send again',
  failed: 'The link could not be sent',
}

export const ways = { dashboard: 'Go to your dashboard', logIn: 'Log in' }
