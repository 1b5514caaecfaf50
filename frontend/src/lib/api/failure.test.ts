import { describe, expect, it } from 'vitest'
import { Failure, readError, readMessage, readMsg, toFailure, UNREACHABLE, unreachable } from './failure'

const fallback = 'Failed to fetch assignments'

describe('the message of a failed call', () => {
  it('is the message of the server', () => {
    expect(readMessage(new Failure(400, { message: 'Title is required', errors: ['x'] }), fallback)).toBe(
      'Title is required',
    )
  })

  it('without a message is the errors, joined', () => {
    expect(readMessage(new Failure(400, { errors: ['One', 'Two'] }), fallback)).toBe('One, Two')
  })

  it("without those is the client's own message", () => {
    expect(readMessage(new Failure(200, null, 'Invalid response format'), fallback)).toBe(
      'Invalid response format',
    )
  })

  it.each([null, 'a page of a proxy', { message: 7, errors: 'no list' }])(
    'without any of them is the fallback: %j',
    (body) => {
      expect(readMessage(new Failure(502, body), fallback)).toBe(fallback)
    },
  )

  it('says that the server is unreachable, whichever field is read', () => {
    const messages = [readMessage, readMsg, readError].map((read) => read(unreachable(), 'else'))
    expect(messages).toEqual([UNREACHABLE, UNREACHABLE, UNREACHABLE])
  })
})

describe('a login', () => {
  it('shows msg inline and error in the toast', () => {
    const failure = new Failure(401, { msg: 'from msg', error: 'from error', message: 'from message' })
    expect(readMsg(failure, 'An error occurred during login')).toBe('from msg')
    expect(readError(failure, 'Invalid credentials')).toBe('from error')
  })

  it('has a fallback for both', () => {
    expect(readMsg(new Failure(500, {}), 'An error occurred during login')).toBe(
      'An error occurred during login',
    )
    expect(readError(new Failure(500, {}), 'Invalid credentials')).toBe('Invalid credentials')
  })
})

describe('a failure', () => {
  it('lists the refused fields with their sentences', () => {
    const data = { email: { code: 'taken', message: 'Email is already registered' } }
    expect(new Failure(409, { data }).problems).toEqual([
      { field: 'email', message: 'Email is already registered' },
    ])
  })

  it('can be made from anything that was thrown', () => {
    expect(toFailure(new Error('broken')).message).toBe('broken')
    expect(toFailure('broken').status).toBe(0)
  })
})
