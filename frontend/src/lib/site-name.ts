/** The name that the operator gave the site; the server writes it into every page. */
export const siteName =
  document.querySelector('meta[name="application-name"]')?.getAttribute('content') || 'Deskmate'
