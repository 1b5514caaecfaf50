const timeShape = /^(\d{4})-(\d\d)-(\d\d)(T(\d\d):(\d\d)(:(\d\d)(\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/

/** Whether a text is an API time between 1970 and 9999 whose date exists. */
export function isTime(text: string): boolean {
  const parts = timeShape.exec(text.trim())
  if (!parts) return false
  const [year = 0, month = 0, day = 0] = parts.slice(1, 4).map(Number)
  const [hour, minute, second] = [parts[5], parts[6], parts[8]].map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const exists = date.getUTCDate() === day && date.getUTCMonth() === month - 1 && date.getUTCHours() === hour
  return exists && Number(minute) < 60 && Number(second) < 60 && year >= 1970
}
