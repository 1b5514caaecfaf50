/** English, with or without a region: "en", "en-AU", "en-001". */
const ENGLISH = /^en(-[a-z]{2}|-\d{3})?$/i

/**
 * The locale of every date, number and amount. The words are English whatever
 * the browser speaks, so the formats are too: those of the first English region
 * that the browser names, else the American ones.
 */
export const locale = navigator.languages.find((tag) => ENGLISH.test(tag)) ?? 'en-US'
