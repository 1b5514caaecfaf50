import { afterEach, describe, expect, it, vi } from 'vitest'
import { person, signedIn } from '../../../testing/people'
import { beginSession } from '../session/session'
import { readDraft, writeDraft } from './draft'
import { onDraftsForgotten } from './forget-drafts'

afterEach(() => signedIn(null))

const draft = { email: 'robin@example.com' }

/** Dispatches the event that this tab receives when another one stores a value, or removes it (null). */
const changeInOtherTab = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))

describe('a draft', () => {
  it('belongs to the account that wrote it', () => {
    signedIn('student')
    writeDraft('quote', draft)
    expect(readDraft('quote')).toEqual(draft)
    beginSession('another-token', { ...person('student'), _id: 'student-2' })
    expect(readDraft('quote')).toBeNull()
    signedIn(null)
    expect(readDraft('quote')).toBeNull()
    signedIn('student')
    expect(readDraft('quote')).toEqual(draft)
  })

  it('of a visitor is not shown to an account', () => {
    writeDraft('quote', draft)
    signedIn('student')
    expect(readDraft('quote')).toBeNull()
    signedIn(null)
    expect(readDraft('quote')).toEqual(draft)
  })

  it('is deleted, whoever wrote it, by logout in another tab', () => {
    const listener = vi.fn()
    const stop = onDraftsForgotten(listener)
    writeDraft('quote', draft)
    signedIn('student')
    writeDraft('quote', draft)
    changeInOtherTab('token', null)
    expect(sessionStorage).toHaveLength(2)
    changeInOtherTab('forget-drafts', '1')
    expect(sessionStorage).toHaveLength(0)
    expect(listener).toHaveBeenCalledOnce()
    stop()
  })
})
