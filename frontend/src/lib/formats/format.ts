import { locale } from './locale'

/** A number with thousands separators: "1,234", "23.36". */
export const formatCount = (count: number) => count.toLocaleString(locale)

/** A number of days: "1 day", "3 days". */
export const countDays = (count: number) => `${formatCount(count)} ${count === 1 ? 'day' : 'days'}`

/** A file size: "820 bytes", "1.4 MB". Takes bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return `${Math.round(kilobytes)} kB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}
