// Changes that an operator makes in the console, through the API of the console.
import { call } from './sample.mjs'

const EMAIL = 'operator@example.com'
const PASSWORD = 'secret-of-the-operator'

async function signIn(server) {
  await server.run('superuser', 'upsert', EMAIL, PASSWORD)
  const { token } = await call(server, '', 'POST', '/collections/_superusers/auth-with-password', {
    identity: EMAIL,
    password: PASSWORD,
  })
  return token
}

/** Changes the site's one row. */
export async function changeSite(server, change) {
  const asOperator = await openConsole(server)
  const { items } = await asOperator('GET', '/collections/site/records')
  await asOperator('PATCH', `/collections/site/records/${items[0].id}`, change)
}

/** Changes the console's settings. */
export async function changeSettings(server, change) {
  const asOperator = await openConsole(server)
  await asOperator('PATCH', '/settings', change)
}

/** Signs in to the console; returns a function that calls its API. */
export async function openConsole(server) {
  const token = await signIn(server)
  return (method, path, body) => call(server, token, method, path, body)
}
