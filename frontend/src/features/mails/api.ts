import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { sendForList } from '../../lib/api/filter'
import { changeRow, learnRows, makeChange, question } from '../../lib/api/query'
import type { MailFilter } from './list'
import {
  dismissedMailSchema,
  type Mail,
  mailSchema,
  mailStateSchema,
  mailsSchema,
  requeuedMailsSchema,
} from './model'

/** One page of the emails, and how many match; for admins. Throws a Failure. */
export const listMails = (filter: MailFilter, signal?: AbortSignal) =>
  sendForList(mailsSchema, '/mails', filter, signal)

/** Whether emails are sent at all; for admins. Throws a Failure. */
export const getMailState = (signal?: AbortSignal) => send(mailStateSchema, '/mails/state', { signal })

const noun = 'mails'

const pages = [noun, 'pages']

/** Whether emails are sent at all, for admins. */
export const mailStateQuery = question([noun, 'state'], getMailState, [noun])

/** One page of the emails, for admins. */
export const mailsQuery = (filter: MailFilter) =>
  question([...pages, filter], (signal) => listMails(filter, signal), [noun])

/** Queues a failed or skipped email again; for admins. The new status shows at once. Throws a Failure. */
export const sendMail = (id: string) =>
  changeRow<Mail>(noun, pages, id, () =>
    sendChange(mailSchema, 'POST', `/mails/${encodeURIComponent(id)}/send`),
  )

/** Queues every failed email again, and returns how many there were; for admins. The list is fetched again. Throws a Failure. */
export const sendFailedMails = () =>
  makeChange([{ noun, id: '', change: 'update' }], async () => {
    const { updated } = await sendChange(requeuedMailsSchema, 'POST', '/mails/send-failed')
    return updated
  })

/** Removes a failed or skipped email for good; for admins. The row is gone at once. Throws a Failure. */
export const dismissMail = (id: string) =>
  makeChange(
    [{ noun, id, change: 'delete' }],
    () => sendChange(dismissedMailSchema, 'DELETE', `/mails/${encodeURIComponent(id)}`),
    () => learnRows<Mail>(pages, (row) => (row._id === id ? null : row)),
  )
