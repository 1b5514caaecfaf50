import { question } from './question'
import { getSite } from './site'

/** The question for the public facts of this installation, for signed-in pages. */
export const siteQuery = question(['site'], getSite, ['policies'])
