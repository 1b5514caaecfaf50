import { makeChange } from '../../lib/api/query'

/** Sends an answer to an offer. It changes the reader's own quote requests and, by an acceptance, their assignments. */
export const sendAnswer = <Result>(send: () => Promise<Result>): Promise<Result> =>
  makeChange(
    [
      { noun: 'quotes', id: '', change: 'update' },
      { noun: 'assignments', id: '', change: 'create' },
    ],
    send,
  )
