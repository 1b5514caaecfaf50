/** How far the server's clock is ahead of this machine's, in milliseconds. */
let ahead = 0

/** Sets the clock by the `Date` header of an answer that has just arrived; ignores a missing or unreadable one. */
export function noteServerTime(date: string | null) {
  const serverTime = Date.parse(date ?? '')
  if (!Number.isNaN(serverTime)) ahead = serverTime - Date.now()
}

/** The time by the server's clock, in milliseconds since 1970: this machine's clock may be wrong. */
export const serverNow = () => Date.now() + ahead
