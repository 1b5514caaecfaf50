import { changeRow, learnRows, makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { dismissMail, getMailState, listMails, sendFailedMails, sendMail } from './api'
import type { MailFilter } from './list'
import type { Mail } from './types'

const noun = 'mails'

const pages = [noun, 'pages']

/** Whether emails are sent at all, for admins. */
export const mailStateQuery = question([noun, 'state'], getMailState, [noun])

/** One page of the emails, for admins. */
export const mailsQuery = (filter: MailFilter) =>
  question([...pages, filter], (signal) => listMails(filter, signal), [noun])

/** As `sendMail`; the new status shows at once. */
export const sendMailAgain = (id: string) => changeRow<Mail>(noun, pages, id, () => sendMail(id))

/** As `sendFailedMails`; the list is fetched again. */
export const sendFailedAgain = () => makeChange([{ noun, id: '', change: 'update' }], sendFailedMails)

/** As `dismissMail`; the row is gone at once. */
export const dropMail = (id: string) =>
  makeChange(
    [{ noun, id, change: 'delete' }],
    () => dismissMail(id),
    () => learnRows<Mail>(pages, (row) => (row._id === id ? null : row)),
  )
