// Texts of the profile and the settings of an account.

export const profile = {
  title: 'Profile',
  tabs: { profile: 'Profile', dashboard: 'Dashboard', settings: 'Settings' },
  loading: 'Loading profile',
  loadFailure: 'Failed to load profile data',
  information: 'Personal information',
  edit: 'Edit',
  cancel: 'Cancel',
  save: 'Save Changes',
  saved: 'Profile updated successfully',
  /** After a change of address; `verified` is whether the old one was confirmed. */
  newAddress: (verified: boolean) =>
    verified
      ? 'Confirm the new address with the link in our email. The email to the old address has a link that undoes the change.'
      : 'Confirm the new address with the link in our email. We also tell the old address about the change.',
  saveFailure: 'Failed to update profile',
}

/** The title of a failure's toast, which is described below it. */
export const failureTitle = 'Error'

export const fields = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phone: 'Phone',
  country: 'Country',
  specialization: 'Specialization',
  experience: 'Experience',
  bio: 'Bio',
  /** The first option of a select. */
  choose: 'Choose',
  /** Below the password that a new address needs. */
  currentPasswordHint: 'To change your email address, enter your current password.',
  /** Shown in an empty read-only field. */
  empty: 'Not provided',
}

export const dashboard = { recentActivity: 'Recent Activity', loading: 'Loading recent activity' }

export const password = {
  section: 'Security',
  text: 'Changing your password logs you out everywhere except in this browser.',
  change: 'Change Password',
  current: 'Current Password',
  new: 'New Password',
  newHint: 'At least 6 characters.',
  confirmNew: 'Confirm New Password',
  cancel: 'Cancel',
  changed: 'Password changed successfully',
  failure: 'Failed to change password',
}

export const deletion = {
  section: 'Danger Zone',
  text: 'Deleting your account permanently deletes your profile, your quote requests, and the texts and files of your assignments.',
  button: 'Delete Account',
  question: 'Are you sure you want to delete your account? This action cannot be undone.',
  cancel: 'Cancel',
  deleted: { title: 'Account Deleted', description: 'Your account has been permanently deleted' },
  failure: 'Failed to delete account',
}

export const rules = {
  experienceRequired: 'Experience is required',
  experienceInvalid: 'Experience is invalid',
  passwordTooShort: 'Password must be at least 6 characters long',
  passwordsDiffer: 'New passwords do not match',
}

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
      'The current address stops working at once. Your calendar program needs the new one to keep showing your deadlines.',
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

// How somebody wants to be told of what happens.

export const noticeSettings = {
  section: 'Messages',
  text: 'Choose how we tell you what happens: by a notice on this site, by email, or both. Each change is saved at once.',
  loading: 'Loading your choices',
  loadFailure: 'Your choices could not be loaded',
  saveFailure: 'Your choice could not be saved',
  columns: { kind: 'Message', app: 'Notice', mail: 'Email' },
  switchName: { app: (title: string) => `Notice: ${title}`, mail: (title: string) => `Email: ${title}` },
  always: 'Always',
  never: 'None',
  required: 'Always sent.',
}
