/** How many characters of a text search engines show. */
const SUMMARY = 160

/** The title of a service's page (docs/product.md, section 4.14), led by its name where the title does not contain it. */
export const serviceTitle = (name: string, title: string) =>
  title.toLowerCase().includes(name.toLowerCase()) ? title : `${name}: ${title}`

/** The beginning of a text on one line, cut between words to at most 160 characters. */
export function summary(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  const characters = [...line]
  if (characters.length <= SUMMARY) return line
  let short = characters.slice(0, SUMMARY - 1).join('')
  const space = short.lastIndexOf(' ')
  if (space > 0 && characters[SUMMARY - 1] !== ' ') short = short.slice(0, space)
  return `${short.replace(/[ ,;:.–-]+$/, '')}…`
}
