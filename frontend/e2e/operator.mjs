// Changes that an operator makes in the console, through the API of the console.
import { call } from './sample.mjs'

const EMAIL = 'operator@example.com'
const PASSWORD = 'secret-of-the-operator'

/** Changes the site's settings, which are one record. */
export async function changeSite(server, change) {
  await server.run('superuser', 'upsert', EMAIL, PASSWORD)
  const { token } = await call(server, '', 'POST', '/collections/_superusers/auth-with-password', {
    identity: EMAIL,
    password: PASSWORD,
  })
  const { items } = await call(server, token, 'GET', '/collections/site/records')
  await call(server, token, 'PATCH', `/collections/site/records/${items[0].id}`, change)
}
