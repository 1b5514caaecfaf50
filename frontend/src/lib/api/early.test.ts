import { afterEach, describe, expect, it } from 'vitest'
import { fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import { fetchEarly } from './early'
import { getSite } from './site'

afterEach(() => signedIn(null))

describe('fetchEarly', () => {
  it('requests what a page needs, once', async () => {
    const calls = fakeServer({ 'GET /site': { body: site() } })
    fetchEarly('/terms-of-use/')
    expect((await getSite()).name).toBe(site().name)
    expect(calls.map(({ path }) => path)).toEqual(['/site'])
    await getSite()
    expect(calls.length).toBe(2)
  })

  it('requests a service by its slug', async () => {
    const calls = fakeServer({ 'GET /services/turnitin': {}, 'GET /site': { body: site() } })
    fetchEarly('/services/turnitin')
    expect(calls.map(({ path }) => path)).toEqual(['/services/turnitin', '/site'])
    await getSite()
  })

  it.each(['/', '/login', '/dashboard', '/nowhere/at/all'])('requests nothing for %s', (address) => {
    const calls = fakeServer({})
    fetchEarly(address)
    expect(calls).toEqual([])
  })

  it('requests nothing for a signed-in person', async () => {
    const calls = fakeServer({ 'GET /site': { body: site() } })
    signedIn('student')
    fetchEarly('/terms-of-use')
    expect(calls).toEqual([])
    await getSite()
    expect(calls[0]?.headers.authorization).toBe('Bearer a-token')
  })

  it('ignores the answer if somebody has signed in meanwhile', async () => {
    const calls = fakeServer({ 'GET /site': { body: site() } })
    fetchEarly('/privacy-policy')
    signedIn('student')
    await getSite()
    expect(calls.length).toBe(2)
  })

  it('lets the page fail as a later request would', async () => {
    fakeServer({ 'GET /site': 'unreachable' })
    fetchEarly('/fair-use-policy')
    await expect(getSite()).rejects.toMatchObject({ status: 0 })
  })
})
