import { sendChange } from '../../lib/api/change'
import { type Page, send, sendForPage } from '../../lib/api/client'
import { queryOf } from '../../lib/api/filter'
import type { MailFilter } from './list'
import {
  dismissedMailSchema,
  type Mail,
  type MailState,
  mailSchema,
  mailStateSchema,
  mailsSchema,
  requeuedMailsSchema,
} from './types'

/** One page of the emails, and how many match; for admins. Throws a Failure. */
export const listMails = (filter: MailFilter, signal?: AbortSignal): Promise<Page<Mail>> =>
  sendForPage(mailsSchema, '/mails', { query: queryOf(filter), page: filter.page, signal })

/** Whether emails are sent at all; for admins. Throws a Failure. */
export const getMailState = (signal?: AbortSignal): Promise<MailState> =>
  send(mailStateSchema, '/mails/state', { signal })

/** Queues a failed or skipped email again; for admins. Throws a Failure. */
export const sendMail = (id: string): Promise<Mail> =>
  sendChange(mailSchema, 'POST', `/mails/${encodeURIComponent(id)}/send`)

/** Queues every failed email again, and returns how many there were; for admins. Throws a Failure. */
export async function sendFailedMails(): Promise<number> {
  const { updated } = await sendChange(requeuedMailsSchema, 'POST', '/mails/send-failed')
  return updated
}

/** Removes a failed or skipped email for good; for admins. Throws a Failure. */
export const dismissMail = (id: string) =>
  sendChange(dismissedMailSchema, 'DELETE', `/mails/${encodeURIComponent(id)}`)
