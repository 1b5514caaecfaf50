/** The classes of what floats below its button: menus and panels. */
export const popoverClass =
  'fixed inset-auto mx-0 my-1 max-h-[calc(100dvh-5rem)] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-(--radius-box) border border-base-300 bg-base-100 text-base-content [box-shadow:0_8px_24px_oklch(0%_0_0/0.16)] [position-area:bottom_span-left] [position-try-fallbacks:flip-block,flip-inline]'

/** The name by which what floats finds its button; takes an id of React's. */
export const anchorOf = (id: string) => `--menu${id.replace(/[^a-z0-9]/gi, '')}`
