import { kindNames } from './words'

/** A kind of event (docs/product.md, section 3.9). */
export type Kind = keyof typeof kindNames

/** All kinds, in the order of a filter. */
export const kinds = Object.keys(kindNames) as Kind[]
