import type { Assignment, AssignmentStats, OpenAction } from '../src/features/assignments/model'

/** Actions without a time limit. */
export const actions = (...names: string[]): OpenAction[] => names.map((action) => ({ action, until: null }))

/** A new assignment as the server sends it, with what its student or an admin can do. `overrides` replaces fields. */
export function assignment(overrides: Partial<Assignment> = {}): Assignment {
  return {
    _id: 'a1',
    title: 'Essay on tides',
    description: 'Two thousand words on the tides.',
    dueDate: '2099-12-01T10:00:00.000Z',
    subject: 'Physics',
    priority: 'Medium',
    status: 'submitted',
    fileUrl: '',
    fileName: '',
    student: { _id: 's1', name: 'Robin Vale', email: 'robin@example.com' },
    tutor: null,
    grade: '',
    feedback: '',
    type: '',
    price: 0,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    reference: 'A-7F3K2M',
    stage: 'unassigned',
    quote: null,
    words: null,
    policyVersion: '2024-07-01',
    materials: [],
    lastVersion: 0,
    deliveredAt: null,
    revisionUntil: null,
    refundUntil: null,
    acceptedAt: null,
    actions: actions('assign', 'cancel', 'delete'),
    ...overrides,
  }
}

/** The statistics of an empty list. `overrides` replaces counts. */
export function assignmentStats(overrides: Partial<AssignmentStats>): AssignmentStats {
  return {
    totalAssignments: 0,
    pendingAssignments: 0,
    completedAssignments: 0,
    submittedAssignments: 0,
    gradedAssignments: 0,
    recentAssignments: 0,
    upcomingDueAssignments: 0,
    priorityStats: [],
    subjectStats: [],
    weeklyIntake: [],
    ...overrides,
  }
}

/** A tutor of an assignment, without ratings. */
export const tutorOf = (_id: string, name: string) => ({ _id, name, averageRating: 0, ratingCount: 0 })
