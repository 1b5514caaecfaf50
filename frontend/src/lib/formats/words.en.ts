import { count } from './format'

/** A number of days: "1 day", "3 days". */
export const countDays = (days: number) => count(days, 'day', 'days')

/** A number of words: "1 word", "1,850 words". */
export const countWords = (words: number) => count(words, 'word', 'words')
