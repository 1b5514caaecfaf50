import Download from 'lucide-react/icons/download'
import Pencil from 'lucide-react/icons/pencil'
import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button'
import { downloadFile } from '../../ui/files/download-file'
import { rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { type Column, TableHead } from '../../ui/tables/table-head'
import { titleLinkClass } from '../../ui/text/title-link-class'
import { linkAssignmentFile } from './api'
import { checkboxClass } from './bulk/select-page'
import { DueTime } from './due-time'
import { PriorityTag, StatusTag } from './status-tag'
import type { Assignment } from './types'
import { labels, pool, table as words } from './words'

const columns: Column[] = [
  { label: words.selected, unseen: true },
  { label: labels.title, sort: 'title' },
  { label: labels.subject },
  { label: labels.student },
  { label: labels.due, sort: 'dueDate' },
  { label: labels.priority },
  { label: labels.status, sort: 'status' },
  { label: labels.grade },
  { label: words.actions },
]

/** All assignments, for admins. On narrow screens each row becomes a sheet. */
export function AssignmentTable({
  assignments,
  isSelected,
  sort,
  onSelect,
  onSort,
  onUpdate,
}: {
  assignments: Assignment[]
  isSelected: (id: string) => boolean
  /** The field that the rows are sorted by, with a leading minus for descending. */
  sort: string
  onSelect: (assignment: Assignment, selected: boolean) => void
  onSort: (sort: string) => void
  onUpdate: (assignment: Assignment) => void
}) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">{words.caption}</caption>
      <TableHead columns={columns} sort={sort} onSort={onSort} />
      <tbody>
        {assignments.map((assignment) => (
          <Row
            key={assignment._id}
            assignment={assignment}
            selected={isSelected(assignment._id)}
            onSelect={(selected) => onSelect(assignment, selected)}
            onUpdate={() => onUpdate(assignment)}
          />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  assignment,
  selected,
  onSelect,
  onUpdate,
}: {
  assignment: Assignment
  selected: boolean
  onSelect: (selected: boolean) => void
  onUpdate: () => void
}) {
  const { _id, title, subject, student, priority, status, stage, grade, fileUrl } = assignment
  return (
    <tr className={`${rowClass} max-lg:relative max-lg:pr-12 ${selected ? 'bg-base-200' : ''}`}>
      <td className="max-lg:absolute max-lg:top-2 max-lg:right-0">
        <label className="grid min-h-11 w-9 cursor-pointer place-items-center">
          <input
            type="checkbox"
            className={checkboxClass}
            checked={selected}
            onChange={({ target }) => onSelect(target.checked)}
          />
          <span className="sr-only">{words.select(title)}</span>
        </label>
      </td>
      <td
        className={`${wideCellClass} font-serif text-lg leading-snug font-semibold wrap-anywhere lg:min-w-32 xl:min-w-60 lg:text-base`}
      >
        <Link to={`/assignments/${_id}`} className={titleLinkClass}>
          {title}
        </Link>
      </td>
      <td data-label={labels.subject} className="wrap-anywhere lg:min-w-32">
        {subject}
      </td>
      <td data-label={labels.student} className="wrap-anywhere lg:min-w-20 xl:min-w-24">
        <span title={student.email || undefined}>{student.name}</span>
      </td>
      <td data-label={labels.due} className={wideCellClass}>
        <DueTime assignment={assignment} />
      </td>
      <td data-label={labels.priority}>
        <PriorityTag priority={priority} />
      </td>
      <td data-label={labels.status}>
        <StatusTag status={status} />
        {stage === 'pool' && <span className="block text-muted">{pool.inPool}</span>}
      </td>
      <td data-label={labels.grade} className="min-w-18 wrap-anywhere">
        {grade || <span className="text-muted">{words.noGrade}</span>}
      </td>
      <td className={wideCellClass}>
        <div className="-ml-2 flex lg:ml-0">
          <Button variant="quiet" small onClick={onUpdate} aria-label={words.updateTitle(title)}>
            <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
            {words.update}
          </Button>
          {fileUrl && (
            <Button
              variant="quiet"
              small
              onClick={() => void downloadFile(() => linkAssignmentFile(_id))}
              aria-label={words.downloadOf(title)}
            >
              <Download size={16} strokeWidth={1.5} aria-hidden="true" />
              {words.file}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}
