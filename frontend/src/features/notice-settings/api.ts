import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { type Channel, noticeSettingsSchema } from './types'

const path = '/users/notice-settings'

/** The kinds of messages that the caller gets, and how. Throws a Failure. */
export const getNoticeSettings = (signal?: AbortSignal) => send(noticeSettingsSchema, path, { signal })

/** Switches one way of telling one kind of message on or off; all others stay as they are. Throws a Failure. */
export const updateNoticeSetting = (kind: string, channel: Channel, on: boolean) =>
  sendChange(noticeSettingsSchema, 'PUT', path, { kinds: [{ kind, [channel]: on }] })
