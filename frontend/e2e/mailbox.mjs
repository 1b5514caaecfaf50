// A mail server on this machine, which keeps what it is sent.
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { changeSettings } from './operator.mjs'

/** How long, in milliseconds, a mail may take to come. */
const PATIENCE = 90_000

/** The decoded plain text of a mail, which is its first part. */
function plainText(mail) {
  const [, part] = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--[0-9a-f]{20}/.exec(mail) ?? []
  const bytes = (part ?? '')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const header = (mail, name) => new RegExp(`^${name}: (.*)`, 'mi').exec(mail)?.[1] ?? ''

/** Opens a mailbox and makes it the program's mail server, with links that lead to the server under test. */
export async function openMailbox(server) {
  const mails = []
  const refused = new Set()
  const waiting = new Set()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _, done) {
      done(refused.has(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null)
    },
    async onData(stream, { envelope }, done) {
      const mail = await text(stream)
      const to = envelope.rcptTo.map(({ address }) => address)
      mails.push({ to, subject: header(mail, 'Subject'), text: plainText(mail), raw: mail })
      done()
      for (const look of waiting) look()
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address()
  await changeSettings(server, {
    meta: { appURL: server.url },
    smtp: { enabled: true, host: '127.0.0.1', port },
  })

  /** Waits for a mail to an address whose subject begins with a text, which is handed out once. */
  const take = (address, subject) =>
    new Promise((resolve, reject) => {
      const end = (settle, value) => {
        clearTimeout(timer)
        waiting.delete(look)
        settle(value)
      }
      const late = () => {
        const come = mails.map(({ to, subject }) => `${to}: ${subject}`).join('\n')
        end(reject, new Error(`No mail "${subject}" came to ${address}, but these did:\n${come}`))
      }
      const timer = setTimeout(late, PATIENCE)
      const look = () => {
        const at = mails.findIndex((mail) => mail.subject.startsWith(subject) && mail.to.includes(address))
        if (at >= 0) end(resolve, mails.splice(at, 1)[0])
      }
      waiting.add(look)
      look()
    })

  /** Mail to the addresses in `refused` is refused. */
  return { take, refused, close: () => new Promise((resolve) => smtp.close(resolve)) }
}

/** The address in a mail's text that begins with a path of the site. Throws if there is none. */
export function linkIn({ text }, server, path) {
  const [link] = new RegExp(`${server.url}${path}[^\\s]*`).exec(text) ?? []
  if (!link) throw new Error(`No link to ${path} in:\n${text}`)
  return link
}
