/** A ruled list: the margin rule at the left, and a line under each row. */
const ruledClass =
  'border-t border-l-2 border-t-base-300 border-l-secondary *:border-b *:border-base-300 *:pl-5'

export const ruledListClass = `${ruledClass} *:py-4.5`

/** A ruled list with less room around its rows, for rows of one line. */
export const tightRuledListClass = `${ruledClass} *:py-2`

/** The classes of a title that is a link: underlined only while it is hovered or focused. */
export const titleLinkClass =
  'underline decoration-transparent underline-offset-[0.2em] [transition:text-decoration-color_150ms] hover:decoration-current focus-visible:decoration-current'
