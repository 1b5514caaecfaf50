import { type Page, send, sendForPage } from '../../lib/api/client'
import { withDeadline } from '../../lib/api/deadline'
import { type Mail, type MailFilter, type MailState, mailSchema, mailStateSchema, mailsSchema } from './types'

/** One page of the mails, and how many match; for admins. Throws a Failure. */
export function listMails({ status, sort, page }: MailFilter, signal?: AbortSignal): Promise<Page<Mail>> {
  const query = { ...(status !== 'all' && { status }), sort }
  return sendForPage(mailsSchema, '/mails', { query, page, signal })
}

/** Whether mails are sent at all; for admins. Throws a Failure. */
export const getMailState = (signal?: AbortSignal): Promise<MailState> =>
  send(mailStateSchema, '/mails/state', { signal })

/** Sends a failed or skipped mail again; for admins. Throws a Failure. */
export const sendMail = (id: string): Promise<Mail> =>
  withDeadline((signal) =>
    send(mailSchema, `/mails/${encodeURIComponent(id)}/send`, { method: 'POST', signal }),
  )
