/** The classes of a link in the colour of the text around it. */
export const quietLinkClass = 'underline decoration-rule underline-offset-[0.25em] hover:decoration-current'
