import { locale } from './locale'

/** A number with thousands separators: "1,234", "23.36". */
export const formatCount = (count: number) => count.toLocaleString(locale)

const plural = new Intl.PluralRules(locale)

/** A number with its noun: "1 word", "1,850 words". */
export const count = (n: number, one: string, many: string) =>
  `${formatCount(n)} ${plural.select(n) === 'one' ? one : many}`

/** The name of a value, such as a status. An unknown value is its own name. */
export const nameIn = (names: Partial<Record<string, string>>, value: string) => names[value] ?? value

/** A file size: "820 bytes", "1.4 MB". Takes bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return `${Math.round(kilobytes)} kB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}
