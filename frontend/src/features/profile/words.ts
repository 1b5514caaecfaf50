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
  /** Below the password that a new address takes. */
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
  text: 'Deleting your account permanently deletes your profile and all your assignments, quote requests and files.',
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
