/** The sentences about the versions of the policies. */
import { count, formatCount } from '../../lib/formats/format'

export const standings = { announced: 'Takes effect later', inForce: 'In force', replaced: 'Replaced' }

export const versions = {
  loading: 'Loading the versions',
  failed: 'The versions could not be loaded',
  failedHint: 'Please try again.',
  version: (version: string) => `Version ${version}`,
  from: 'Effective from',
  first: 'The first version.',
  unchanged: 'No number changed.',
  /** Between the old number and the new one, for screen readers. */
  to: ' to ',
}

export const desk = {
  label: 'Versions of the policies',
  intro: 'An order keeps the version that it began with. Versions cannot be changed or deleted.',
  add: 'New version',
  openOrders: (orders: number) =>
    orders === 0 ? 'No open orders' : count(orders, 'open order', 'open orders'),
  numbers: 'All numbers',
}

const keeping = (orders: number) => {
  if (orders === 0) return 'There are no open orders at the moment.'
  if (orders === 1) return 'The 1 open order keeps its version.'
  return `The ${formatCount(orders)} open orders keep theirs.`
}

export const form = {
  added: (version: string) => `Version ${version} was added`,
  title: 'New version of the policies',
  effectiveFrom: 'Effective from',
  effectiveHint: (zone: string) => `In your time zone, ${zone}.`,
  preview: (version: string) => `What changes from version ${version}`,
  unchanged: (version: string) => `Nothing yet: all numbers are those of version ${version}.`,
  reach: (orders: number) => `This applies to new orders and quote requests only. ${keeping(orders)}`,
  submit: 'Add version',
  failed: 'Failed to add the version',
}
