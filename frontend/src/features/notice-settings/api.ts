import { send } from '../../lib/api/client'
import { withDeadline } from '../../lib/api/deadline'
import { type Channel, type NoticeSettings, noticeSettingsSchema } from './types'

const path = '/users/notice-settings'

/** The kinds of messages that the caller gets, and how. Throws a Failure. */
export const getNoticeSettings = (signal?: AbortSignal): Promise<NoticeSettings> =>
  send(noticeSettingsSchema, path, { signal })

/** Switches one way of telling one kind of message on or off; all others stay as they are. Throws a Failure. */
export const updateNoticeSetting = (kind: string, channel: Channel, on: boolean): Promise<NoticeSettings> =>
  withDeadline((signal) =>
    send(noticeSettingsSchema, path, { method: 'PUT', body: { kinds: [{ kind, [channel]: on }] }, signal }),
  )
