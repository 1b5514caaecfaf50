// Texts of logging in, signing up and registering as an admin.

export const fields = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  passwordHint: 'At least 6 characters.',
}

export const logIn = {
  title: 'Log in',
  intro: 'Welcome back. Your assignments are on your dashboard.',
  submit: 'Log In',
  done: 'Login successful',
  failed: 'Login failed',
  unknownFailure: 'An error occurred during login',
  invalid: 'Invalid credentials',
  noAccount: 'No account yet?',
  signUp: 'Sign up',
}

export const signUp = {
  title: 'Sign up',
  intro: 'Create a student account to upload assignments and see your grades and feedback.',
  /** "By signing up, you accept the Terms of Use and the Fair Use Policy. Our Privacy Policy explains ..." */
  accept: 'By signing up, you accept',
  our: 'Our',
  privacyPolicy: 'Privacy Policy',
  privacy: 'explains what we store about you.',
  submit: 'Sign Up',
  done: 'Signup successful',
  failed: 'Signup failed',
  unknownFailure: 'An error occurred during signup',
  haveAccount: 'Already have an account?',
  logIn: 'Log in',
}

export const adminSignUp = {
  title: 'Admin Registration',
  intro: 'For the team that runs this site. You need an admin key.',
  key: 'Admin Key',
  keyHint: 'The secret key you received from the operator of this site.',
  submit: 'Register as Admin',
  submitting: 'Registering...',
  done: { title: 'Registration successful', description: 'Welcome to the admin dashboard!' },
  failed: 'Registration failed',
  haveAccount: 'Already registered?',
  logIn: 'Log in',
}

export const rules = {
  logInRequired: 'Email and password are required',
  passwordsDiffer: 'Passwords do not match',
  passwordRequired: 'Password is required',
  keyRequired: 'Admin key is required',
}

// Recovering an account: the pages that emails lead to, and the line about an unconfirmed address.

export const wait = (distance: string) => `Too many attempts. Please try again ${distance}.`

export const voidLink = {
  /** Also the server's sentence. */
  title: 'This link is no longer valid',
  reason: 'A link works once and for a limited time. A newer link replaces it.',
}

export const noToken = {
  title: 'Open the link in the email again',
  text: 'This page works only with the link from our email. For your safety, reloading the page forgets the link.',
}

/** Anything that keeps an email from arriving, including that the site cannot send any. */
const nothingCame =
  'If nothing arrives within a few minutes, look in your spam folder. You can ask for another link in 2 minutes or more. If that does not help, contact support.'

export const forgot = {
  link: 'Forgot password?',
  title: 'Forgot your password?',
  intro: 'Enter the email address of your account, and ask for a link to choose a new password.',
  submit: 'Send the link',
  again: 'Send again',
  failed: 'The link could not be sent',
  sent: {
    title: 'Check your inbox',
    text: (email: string) =>
      `If ${email} belongs to an account, look for our email with the link. ${nothingCame}`,
  },
  logIn: 'Back to login',
}

export const newPassword = { password: 'New Password', confirmPassword: 'Confirm New Password' }

export const reset = {
  title: 'Choose a new password',
  intro: 'Saving your new password logs you out everywhere.',
  submit: 'Save new password',
  failed: 'The password could not be saved',
  done: 'Your new password is saved. Log in with it now.',
  saved: 'Your new password is saved',
  void: 'If you have just saved a new password, log in with it.',
  askAgain: 'Ask for a new link',
}

/** Where somebody has a new password but another account is signed in. */
export const otherAccount = (name: string) =>
  `In this browser, ${name} is logged in to another account. Log out to use the new password.`

const sentBefore = 'Any work that you sent us under this address before'

export const verify = {
  title: 'Confirm your email address',
  intro:
    'Press the button to confirm that this address is yours. If you sent us work under it without an account, that work becomes part of your account.',
  submit: 'Confirm address',
  failed: 'The address could not be confirmed',
  proof: {
    title: 'Enter the password of the account',
    text: 'This browser is not logged in to the account of this address. If you forgot the password, or somebody else opened the account, choose a new one.',
    renewTitle: 'Choose a new password',
    renewing: 'It replaces the current password of the account, and logs the account out everywhere.',
    useNew: 'Choose a new password instead',
    useOwn: 'Enter the current password instead',
    submitNew: 'Save password and confirm address',
  },
  done: 'Your email address is confirmed',
  renewed: 'Your email address is confirmed. Log in with your new password.',
  ownWork: `${sentBefore} is in your account now.`,
  othersWork: `${sentBefore} is in the account of this address now. Log in to that account to see it.`,
  workLater: `${sentBefore} will be in your account when the change of your address can no longer be undone, in at most 7 days.`,
  undoable: "Until then, the account's former address can undo the change of address.",
  void: {
    confirmed: 'The address of your account is confirmed, so there is nothing left to do.',
    unconfirmed: 'You can ask for a new one.',
    visitor: 'Log in. If your address is still unconfirmed, you can ask for a new link there.',
  },
}

export const undo = {
  title: 'Undo the change of address',
  intro: 'The email address of your account was changed. If that was not you, press the button:',
  consequences: [
    'Your old address comes back.',
    'All sessions of your account end, on every device.',
    'The password of your account stops working. To log in, you choose a new one with a link that we email to your old address.',
  ],
  submit: 'Undo the change',
  failed: 'The change could not be undone',
  ended: 'All sessions of the account have ended, and its password no longer works.',
  void: 'A change can be undone once, within 7 days. If you can no longer log in to your account, contact support.',
}

export const unverified = {
  label: 'Your email address',
  text: (email: string) =>
    `Your email address ${email} is not confirmed yet. Use the link in our email, or ask for one.`,
  sent: (email: string) => `You asked for a link to ${email}. ${nothingCame}`,
  send: 'Send a link',
  again: 'Send again',
  failed: 'The link could not be sent',
}

export const unconfirmedAdmin = {
  title: 'Confirm your email address first',
  text: 'You can work as an admin once your email address is confirmed. If the address is wrong, change it in your profile.',
  profile: 'Go to your profile',
}

export const ways = { dashboard: 'Go to your dashboard', logIn: 'Log in' }
