import { formatCount } from './format'

/** A number of words: "1 word", "1,850 words". */
export const formatWords = (count: number) => `${formatCount(count)} ${count === 1 ? 'word' : 'words'}`
