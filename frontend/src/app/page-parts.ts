/** The part of the interface that each address needs, fetched when the address is visited. */
export const pageParts = {
  '/': () => import('./pages/home-page'),
  '/login': () => import('./pages/login-page'),
  '/signup': () => import('./pages/sign-up-page'),
  '/user/signup': () => import('./pages/sign-up-page'),
  '/admin/signup': () => import('./pages/admin-sign-up-page'),
  '/profile': () => import('./pages/profile-page'),
  '/upload': () => import('./pages/upload-page'),
  '/assignments/:id': () => import('./pages/assignment-page'),
  '/dashboard': () => import('./pages/student-dashboard-page'),
  '/admin/dashboard': () => import('./pages/admin-dashboard-page'),
  '/tutor/dashboard': () => import('./pages/tutor-dashboard-page'),
  '/services': () => import('./pages/services-page'),
  '/services/:serviceSlug': () => import('./pages/service-page'),
  '/terms-of-use': () => import('./pages/terms-of-use-page'),
  '/privacy-policy': () => import('./pages/privacy-policy-page'),
  '/revision-refund-policy': () => import('./pages/revision-refund-policy-page'),
  '/fair-use-policy': () => import('./pages/fair-use-policy-page'),
  '/tutor/assignments': () => import('./pages/tutor-assignments-page'),
  '*': () => import('./pages/not-found-page'),
}

/** The part of an address as the routes write it. Throws where it has none. */
export function partOf(path: string): () => Promise<object> {
  const part = Object.entries(pageParts).find(([address]) => address === path)?.[1]
  if (!part) throw new Error(`No part for ${path}.`)
  return part
}
