/** A link within text, in the colour of the text. */
export const quietLinkClass = 'underline decoration-rule underline-offset-[0.25em] hover:decoration-current'
