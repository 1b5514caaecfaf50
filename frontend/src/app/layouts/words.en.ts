// Texts of the frame of every page: header, drawer and footer.
import { siteName } from '../../lib/api/site'

export const skip = 'Skip to content'

export const navigation = {
  label: 'Main',
  services: 'Services',
  allServices: 'All services',
  logIn: 'Log In',
  signUp: 'Sign Up',
  dashboard: 'Dashboard',
  profile: 'Profile',
  notices: 'Notices',
  logOut: 'Logout',
  profileMenu: (name: string) => `Profile menu for ${name}`,
  loggedOut: 'Logged out successfully',
}

export const drawer = { open: 'Open menu', close: 'Close menu', title: 'Menu' }

export const theme = { light: 'Use light mode', dark: 'Use dark mode' }

export const footer = { policies: 'Policies', copyright: `© 2024 ${siteName}. All rights reserved.` }

/** The sections of the front page that the navigation links to (docs/product.md, section 4.2). */
export const sectionLinks = [
  { to: '/#top-writers', label: 'Experts' },
  { to: '/#faq-section', label: 'FAQ' },
  { to: '/#features-section', label: 'About us' },
]

/** The policies that every page links to. */
export const policyLinks = [
  { to: '/terms-of-use', label: 'Terms of Use' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/revision-refund-policy', label: 'Revision and Refund Policy' },
  { to: '/fair-use-policy', label: 'Fair Use Policy' },
]
