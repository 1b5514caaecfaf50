import { learn, makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { getNoticeSettings, updateNoticeSetting } from './api'
import type { Channel, NoticeSettings } from './types'

/** The reader's own choices; only the reader changes them, so no live change makes them stale. */
export const noticeSettingsQuery = question(['notice-settings'], getNoticeSettings, [])

const show = (kind: string, channel: Channel, on: boolean) =>
  learn<NoticeSettings>(noticeSettingsQuery.queryKey, ({ kinds }) => ({
    kinds: kinds.map((setting) => (setting.kind === kind ? { ...setting, [channel]: on } : setting)),
  }))

/** As `updateNoticeSetting`; shows the choice at once, and takes it back if it is refused. Throws a Failure. */
export function saveNoticeSetting(kind: string, channel: Channel, on: boolean) {
  show(kind, channel, on)
  return makeChange(
    [],
    () => updateNoticeSetting(kind, channel, on),
    undefined,
    () => show(kind, channel, !on),
  )
}
