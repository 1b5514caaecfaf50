import { formatCount } from '../../../lib/formats/format'

/** The sentences of the bar of selected assignments. */
export const bulk = {
  label: 'Selected assignments',
  count: (selected: number, elsewhere: number) =>
    `${formatCount(selected)} selected${elsewhere > 0 ? `, ${formatCount(elsewhere)} on other pages` : ''}`,
  status: 'New status',
  apply: 'Update status',
  clear: 'Clear selection',
  close: 'Close',
  refused: (left: number) => {
    const others = left === 1 ? 'The other one is' : `The other ${formatCount(left)} are`
    return `Nothing was changed.${left > 0 ? ` ${others} still selected.` : ''} These are no longer selected:`
  },
}
