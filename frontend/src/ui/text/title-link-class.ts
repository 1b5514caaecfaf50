/** The classes of a title that is a link: underlined only while it is hovered or focused. */
export const titleLinkClass =
  'underline decoration-transparent underline-offset-[0.2em] [transition:text-decoration-color_150ms] hover:decoration-current focus-visible:decoration-current'
