/** The sentences of the Money tab. */
export const ledger = {
  title: 'Ledger',
  loading: 'Loading the ledger',
  failed: 'Failed to load the ledger',
  noMatches: 'No matching entries',
  empty: 'Nothing is entered yet',
  emptyHint: 'Finished work, payments, refunds and payouts are entered here by themselves.',
  tutor: 'Tutor',
  assignment: 'Assignment',
  unknownTutor: 'one tutor',
  unknownAssignment: 'one assignment',
}
