/** English, with or without a region: "en", "en-AU", "en-001". */
const ENGLISH = /^en(-[a-z]{2}|-\d{3})?$/i

/**
 * The locale of every date, number and amount. The interface is in English
 * whatever the browser's language, so its formats are too: those of the first
 * English locale among the browser's languages or, without one, the American ones.
 */
export const locale = navigator.languages.find((tag) => ENGLISH.test(tag)) ?? 'en-US'
