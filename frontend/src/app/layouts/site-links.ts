/** The sections of the front page that the navigation leads to (docs/product.md, section 4.2). */
export const sectionLinks = [
  { to: '/#top-writers', label: 'Experts' },
  { to: '/#faq-section', label: 'FAQ' },
  { to: '/#features-section', label: 'About us' },
]

/** The policies that every page leads to. */
export const policyLinks = [
  { to: '/terms-of-use', label: 'Terms of Use' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/revision-refund-policy', label: 'Revision and Refund Policy' },
  { to: '/fair-use-policy', label: 'Fair Use Policy' },
]
