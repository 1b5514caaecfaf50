import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { showPart } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { site } from '../../../testing/site'
import { effectiveDay } from './effective-day'
import { PolicyHistory } from './policy-history'

const first = site().policy
const announced = {
  ...first,
  version: '2099-01-01',
  effectiveFrom: '2099-01-01T00:00:00.000Z',
  disputeHours: 48,
}

describe('the history of the policies', () => {
  it('lists the versions with what each has changed', async () => {
    fakeServer({ 'GET /policies': { body: [announced, first] } })
    showPart(<PolicyHistory />)
    const [later, current] = await screen.findAllByRole('listitem')
    expect(later).toHaveTextContent('Version 2099-01-01')
    expect(later).toHaveTextContent('Takes effect later')
    expect(later).toHaveTextContent('Dispute hours:72 → to 48')
    expect(current).toHaveTextContent('In force')
    expect(current).toHaveTextContent('The first version.')
  })

  it('names the day in Sydney, wherever the reader is', async () => {
    const version = { ...first, effectiveFrom: '2024-06-30T14:00:00.000Z' }
    fakeServer({ 'GET /policies': { body: [version] } })
    showPart(<PolicyHistory />)
    expect(await screen.findByText(effectiveDay(version))).toHaveTextContent(/July/)
  })

  it('that does not load can be tried again', async () => {
    let broken = true
    fakeServer({ 'GET /policies': () => (broken ? failure(503, 'Busy') : { body: [first] }) })
    showPart(<PolicyHistory />)
    expect(await screen.findByText('Busy')).toBeInTheDocument()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Version 2024-07-01')).toBeInTheDocument()
  })
})
