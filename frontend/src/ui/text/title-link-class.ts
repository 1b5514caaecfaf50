/** A title that is a link: underlined only when it is pointed at or has the focus. */
export const titleLinkClass =
  'underline decoration-transparent underline-offset-[0.2em] [transition:text-decoration-color_150ms] hover:decoration-current focus-visible:decoration-current'
