// Signs people in through the API: those of the sample data of `make demo`, and new ones.
import { openPerson } from './browser.mjs'
import { PASSWORD } from './desk.mjs'

export const SAMPLE_PASSWORD = 'demo-desk'

export const addressOf = (who) => `${who}@demo.example`

/** Calls the API with a token and returns the parsed body, null if there is none. */
export async function call(server, token, method, path, body) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? null : response.json()
}

/** Hands in an assignment without a file, and returns it. */
export const submitAs = (server, { token }, title) =>
  call(server, token, 'POST', '/assignments', {
    title,
    description: 'Two thousand words, three sources.',
    subject: 'History of science',
    dueDate: '2031-12-01',
  })

/** The browser storage of a signed-in person. */
function signedInAs(server, token, user) {
  const localStorage = [
    { name: 'token', value: token },
    { name: 'user', value: JSON.stringify(user) },
  ]
  return { cookies: [], origins: [{ origin: server.url, localStorage }] }
}

/** A person of the sample in their own browser, with the token and what the browser stores of the session. */
export async function openSamplePerson(browser, server, who) {
  const { token, user } = await call(server, '', 'POST', '/auth/login', {
    email: addressOf(who),
    password: SAMPLE_PASSWORD,
  })
  return openSignedIn(browser, server, token, user)
}

/** Somebody new in their own browser, as with `openSamplePerson`: a student or, with the admin key, an admin. */
export async function openNewcomer(browser, server, name, adminKey) {
  const email = `${name.split(' ')[0].toLowerCase()}@example.com`
  const { token, user } = await call(server, '', 'POST', '/auth/signup', {
    name,
    email,
    password: PASSWORD,
    ...(adminKey && { role: 'admin', adminKey }),
  })
  return openSignedIn(browser, server, token, user)
}

async function openSignedIn(browser, server, token, user) {
  const storageState = signedInAs(server, token, user)
  return { ...(await openPerson(browser, server.url, { storageState })), token, user, storageState }
}
