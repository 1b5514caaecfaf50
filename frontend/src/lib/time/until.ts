/** Whether what lasts until a moment still holds at a time: the moment itself is included. Takes RFC 3339 and milliseconds. */
export const holdsUntil = (iso: string, now: number) => now <= new Date(iso).getTime()
