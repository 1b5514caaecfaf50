import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { toFailure } from '../../lib/api/failure'
import { learn, makeChange, question } from '../../lib/api/query'
import { renewSession } from '../../lib/session/renewal'
import { endSession, sessionToken, updateSession } from '../../lib/session/session'
import {
  type Channel,
  calendarSchema,
  changedPasswordSchema,
  deletedAccountSchema,
  endedSchema,
  type NoticeSettings,
  noticeSettingsSchema,
  type OpenSession,
  openSessionsSchema,
  type PasswordForm,
  type Profile,
  type ProfileChange,
  profileAnswerSchema,
  removedCalendarSchema,
  savedProfileSchema,
} from './model'

/** The caller's own profile. Throws a Failure. */
export const getProfile = (signal?: AbortSignal) => send(profileAnswerSchema, '/users/profile', { signal })

/**
 * Saves the caller's profile; the name in the session follows it, and a new
 * address needs the password and continues with a new token (docs/product.md, section 2.5). Throws a Failure.
 */
export function updateProfile(profile: ProfileChange): Promise<Profile> {
  return renewSession(async () => {
    const { token, ...saved } = await sendChange(savedProfileSchema, 'PUT', '/users/profile', profile)
    const person = { name: `${saved.firstName} ${saved.lastName}`, email: saved.email }
    if (token) updateSession({ ...person, verified: false }, token)
    else updateSession(person)
    return saved
  })
}

/** Changes the password; every other session ends, this one continues (docs/product.md, section 2.6). Throws a Failure. */
export function changePassword({
  currentPassword,
  newPassword,
}: Pick<PasswordForm, 'currentPassword' | 'newPassword'>): Promise<void> {
  const body = { currentPassword, newPassword }
  return renewSession(async () => {
    const { token, user } = await sendChange(changedPasswordSchema, 'PUT', '/users/change-password', body)
    updateSession(user, token)
  })
}

/**
 * Deletes the account with everything it owns (docs/product.md, section 2.7), which
 * needs its password, and ends its session here. In the same step it calls `leave`, which must go to a
 * page that needs no session. Throws a Failure.
 */
export function deleteAccount(currentPassword: string, leave: () => void): Promise<void> {
  return renewSession(async () => {
    const token = sessionToken()
    await sendChange(deletedAccountSchema, 'DELETE', '/users/delete-account', { currentPassword })
    endSession(token)
    leave()
  })
}

/** The reader's own profile, by the id of the account. */
export const profileQuery = (account: string) =>
  question(['users', 'profile', account], getProfile, [{ noun: 'users', id: account }])

/** Saves the reader's profile with `updateProfile`; the page shows the saved one at once. */
export const saveProfile = (account: string, profile: ProfileChange) =>
  makeChange(
    [{ noun: 'users', id: account, change: 'update' }],
    () => updateProfile(profile),
    (saved) => learn(profileQuery(account).queryKey, () => saved),
  )

const calendarPath = '/users/calendar'

/** The secret address of the caller's calendar; '' where there is none. Throws a Failure. */
async function getCalendar(signal?: AbortSignal): Promise<string> {
  const { url } = await send(calendarSchema, calendarPath, { signal })
  return url
}

/** The secret address of the reader's calendar; only the reader changes it. */
export const calendarQuery = question(['calendar'], getCalendar, [])

const showAddress = (url: string) => learn<string>(calendarQuery.queryKey, () => url)

/** Makes a secret address for the reader's calendar, which shows at once. The former one stops working. Throws a Failure. */
export const createCalendar = () =>
  makeChange(
    [],
    async () => {
      const { url } = await sendChange(calendarSchema, 'POST', calendarPath)
      return url
    },
    showAddress,
  )

/** Removes the address of the reader's calendar, which stops working and is gone at once. Throws a Failure. */
export const removeCalendar = () =>
  makeChange(
    [],
    async () => {
      try {
        await sendChange(removedCalendarSchema, 'DELETE', calendarPath)
      } catch (error) {
        // Another tab was faster.
        if (toFailure(error).status !== 404) throw error
      }
      return ''
    },
    showAddress,
  )

const sessionsPath = '/users/sessions'

/** Where the reader is logged in, here first. Throws a Failure. */
const listSessions = (signal?: AbortSignal) => send(openSessionsSchema, sessionsPath, { signal })

/** Where the reader is logged in. The server does not report its changes: the list is requested again every minute. */
export const sessionsQuery = question(['sessions'], listSessions, [])

const keep = (stays: (session: OpenSession) => boolean) =>
  learn<OpenSession[]>(sessionsQuery.queryKey, (known) => known.filter(stays))

/** Logs out one device, which is gone from the list at once. Throws a Failure. */
export async function logOutDevice(id: string): Promise<void> {
  try {
    await sendChange(endedSchema, 'DELETE', `${sessionsPath}/${id}`)
  } catch (error) {
    // It has ended meanwhile.
    if (toFailure(error).status !== 404) throw error
  }
  keep(({ _id }) => _id !== id)
}

/** Logs out all other devices, which are gone from the list at once. Throws a Failure. */
export const endOtherSessions = () =>
  sendChange(endedSchema, 'DELETE', sessionsPath).then(() => keep(({ isCurrent }) => isCurrent))

const choicesPath = '/users/notice-settings'

/** The kinds of messages that the caller gets, and how. Throws a Failure. */
export const getNoticeSettings = (signal?: AbortSignal) => send(noticeSettingsSchema, choicesPath, { signal })

/** The reader's own choices; only the reader changes them, so no live change makes them stale. */
export const noticeSettingsQuery = question(['notice-settings'], getNoticeSettings, [])

const showChoice = (kind: string, channel: Channel, on: boolean) =>
  learn<NoticeSettings>(noticeSettingsQuery.queryKey, ({ kinds }) => ({
    kinds: kinds.map((setting) => (setting.kind === kind ? { ...setting, [channel]: on } : setting)),
  }))

/**
 * Switches one way of telling one kind of message on or off; all others stay as they are. Shows the
 * choice at once, and takes it back if it is refused. Throws a Failure.
 */
export function updateNoticeSetting(kind: string, channel: Channel, on: boolean) {
  showChoice(kind, channel, on)
  return makeChange(
    [],
    () => sendChange(noticeSettingsSchema, 'PUT', choicesPath, { kinds: [{ kind, [channel]: on }] }),
    undefined,
    () => showChoice(kind, channel, !on),
  )
}
