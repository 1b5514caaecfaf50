import { describe, expect, it } from 'vitest'
import { actions, assignment } from '../../../testing/assignments'
import type { Assignment } from '../../features/assignments/model'
import { nextStep } from './next-step'

const NOW = new Date('2099-11-21T08:00:00Z').getTime()
const UNTIL = '2099-11-22T12:00:00.000Z'
const accept = { action: 'accept', until: '2099-11-23T12:00:00.000Z' }

describe('the next step of a student', () => {
  it.each<[Partial<Assignment>, number, RegExp]>([
    [
      { stage: 'delivered', actions: [accept, { action: 'request-revision', until: UNTIL }] },
      NOW,
      /^Accept it, or ask for changes until .*22.*\.$/,
    ],
    [
      { stage: 'delivered', actions: [accept, { action: 'request-revision', until: UNTIL }] },
      new Date(UNTIL).getTime() + 1,
      /^Accept it\.$/,
    ],
    [{ stage: 'delivered', actions: [accept], amountDue: 20.5 }, NOW, /^Accept it\. \$20\.50 is due\.$/],
    [{ stage: 'delivered', actions: actions('rate') }, NOW, /^$/],
    [{ stage: 'accepted', actions: actions('rate') }, NOW, /^Rate the work\.$/],
    [{ stage: 'cancelled', amountDue: 20.5, actions: [] }, NOW, /^$/],
    [{ stage: 'in_progress', actions: actions('cancel') }, NOW, /^Your tutor is working on it\.$/],
    [
      { stage: 'revision', actions: [], amountDue: 5 },
      NOW,
      /^Your tutor is working on the changes\. \$5\.00 is due\.$/,
    ],
    [{ stage: 'unassigned', actions: [] }, NOW, /^$/],
  ])('of %j', (overrides, now, sentence) => {
    expect(nextStep(assignment(overrides), now)).toMatch(sentence)
  })
})
