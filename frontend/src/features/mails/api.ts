import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { sendForList } from '../../lib/api/filter'
import type { MailFilter } from './list'
import { dismissedMailSchema, mailSchema, mailStateSchema, mailsSchema, requeuedMailsSchema } from './types'

/** One page of the emails, and how many match; for admins. Throws a Failure. */
export const listMails = (filter: MailFilter, signal?: AbortSignal) =>
  sendForList(mailsSchema, '/mails', filter, signal)

/** Whether emails are sent at all; for admins. Throws a Failure. */
export const getMailState = (signal?: AbortSignal) => send(mailStateSchema, '/mails/state', { signal })

/** Queues a failed or skipped email again; for admins. Throws a Failure. */
export const sendMail = (id: string) =>
  sendChange(mailSchema, 'POST', `/mails/${encodeURIComponent(id)}/send`)

/** Queues every failed email again, and returns how many there were; for admins. Throws a Failure. */
export async function sendFailedMails(): Promise<number> {
  const { updated } = await sendChange(requeuedMailsSchema, 'POST', '/mails/send-failed')
  return updated
}

/** Removes a failed or skipped email for good; for admins. Throws a Failure. */
export const dismissMail = (id: string) =>
  sendChange(dismissedMailSchema, 'DELETE', `/mails/${encodeURIComponent(id)}`)
