/**
 * A table with rows of 44 px. Below 64rem each row becomes a sheet, in which a
 * cell shows its `data-label` above its content.
 */
export const tableClass = [
  'w-full border-collapse border-t border-l-2 border-t-base-300 border-l-secondary text-[0.9688rem] leading-[1.35] lining-nums tabular-nums',
  'lg:[&_td]:h-11 lg:[&_td]:px-[0.4375rem] lg:[&_td]:py-[0.1875rem] xl:[&_td]:px-2.5',
  'max-lg:block max-lg:[&>tbody]:block max-lg:[&_td]:block',
  'max-lg:[&_td]:before:block max-lg:[&_td]:before:text-[0.875rem] max-lg:[&_td]:before:text-muted max-lg:[&_td]:before:content-[attr(data-label)]',
].join(' ')

/** A row of the table's body. */
export const rowClass =
  'border-b border-base-300 hover:bg-base-200 max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 max-lg:gap-y-1 max-lg:py-3.5 max-lg:pl-4'

/** A cell that takes the full width of its sheet. */
export const wideCellClass = 'max-lg:col-span-full'

/** A select in a cell, with a dot before it. */
export const cellChoiceClass = 'flex items-center gap-1'
