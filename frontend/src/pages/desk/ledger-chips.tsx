import { assignmentQuery } from '../../features/assignments/api'
import type { LedgerFilter } from '../../features/money/list'
import type { NamedEntry } from '../../features/money/model'
import { useAnswer } from '../../lib/api/query'
import { FilterChip } from '../../ui/tables/list-filters'
import { ledger as words } from './words.en'

/** Whose entries the ledger is filtered by: a tutor by name, an assignment by reference and title. */
export function LedgerChips({
  filter: { tutor, assignment },
  entries,
  people,
  onChange,
}: {
  filter: LedgerFilter
  entries: NamedEntry[]
  /** Tutors who may have no entry among those shown. */
  people: { _id: string; name: string }[]
  onChange: (change: Partial<LedgerFilter>) => void
}) {
  const name =
    entries.find((entry) => entry.tutor === tutor)?.tutorName || people.find(({ _id }) => _id === tutor)?.name
  return (
    <>
      {tutor && (
        <FilterChip
          label={words.tutor}
          value={name || words.unknownTutor}
          onRemove={() => onChange({ tutor: '' })}
        />
      )}
      {assignment && (
        <AssignmentChip
          id={assignment}
          entry={entries.find((entry) => entry.assignment === assignment)}
          onRemove={() => onChange({ assignment: '' })}
        />
      )}
    </>
  )
}

function AssignmentChip({
  id,
  entry,
  onRemove,
}: {
  id: string
  entry: NamedEntry | undefined
  onRemove: () => void
}) {
  const { data } = useAnswer(assignmentQuery(id), { enabled: !entry, withoutLoader: true })
  const { reference = '', title = '' } = entry ?? data ?? {}
  return (
    <FilterChip
      label={words.assignment}
      value={`${reference} ${title}`.trim() || words.unknownAssignment}
      onRemove={onRemove}
    />
  )
}
