import Download from 'lucide-react/icons/download'
import Pencil from 'lucide-react/icons/pencil'
import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button'
import { downloadFile } from '../../ui/files/download-file'
import { rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { type Column, TableHead } from '../../ui/tables/table-head'
import { titleLinkClass } from '../../ui/text/title-link-class'
import { linkAssignmentFile } from './api'
import { DueTime } from './due-time'
import { PriorityTag, StatusTag } from './status-tag'
import type { Assignment } from './types'

const columns: Column[] = [
  { label: 'Chosen', unseen: true },
  { label: 'Title', sort: 'title' },
  { label: 'Subject' },
  { label: 'Student' },
  { label: 'Due', sort: 'dueDate' },
  { label: 'Priority' },
  { label: 'Status', sort: 'status' },
  { label: 'Grade' },
  { label: 'Actions' },
]

/** Everybody's assignments as the desk works on them; sheets instead of rows where it is narrow. */
export function AssignmentTable({
  assignments,
  isChosen,
  sort,
  onChoose,
  onSort,
  onUpdate,
}: {
  assignments: Assignment[]
  isChosen: (id: string) => boolean
  /** The field that orders the rows, with a minus before it for descending. */
  sort: string
  onChoose: (assignment: Assignment, chosen: boolean) => void
  onSort: (sort: string) => void
  onUpdate: (assignment: Assignment) => void
}) {
  return (
    <table className={`${tableClass} data-table-of-choices`}>
      <caption className="sr-only">Assignments</caption>
      <TableHead columns={columns} sort={sort} onSort={onSort} />
      <tbody>
        {assignments.map((assignment) => (
          <Row
            key={assignment._id}
            assignment={assignment}
            chosen={isChosen(assignment._id)}
            onChoose={(chosen) => onChoose(assignment, chosen)}
            onUpdate={() => onUpdate(assignment)}
          />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  assignment,
  chosen,
  onChoose,
  onUpdate,
}: {
  assignment: Assignment
  chosen: boolean
  onChoose: (chosen: boolean) => void
  onUpdate: () => void
}) {
  const { _id, title, subject, student, priority, status, grade, fileUrl } = assignment
  return (
    <tr className={`${rowClass} ${chosen ? 'row-chosen' : ''}`}>
      <td className="cell-choose">
        <label className="choose-label">
          <input
            type="checkbox"
            className="choose-box"
            checked={chosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span className="sr-only">Choose {title}</span>
        </label>
      </td>
      <td
        className={`${wideCellClass} font-serif text-lg leading-snug font-semibold wrap-anywhere lg:min-w-32 xl:min-w-60 lg:text-base`}
      >
        <Link to={`/assignments/${_id}`} className={titleLinkClass}>
          {title}
        </Link>
      </td>
      <td data-label="Subject" className="wrap-anywhere lg:min-w-32">
        {subject}
      </td>
      <td data-label="Student" className="wrap-anywhere lg:min-w-20 xl:min-w-24">
        <span title={student.email ?? undefined}>{student.name}</span>
      </td>
      <td data-label="Due">
        <DueTime assignment={assignment} />
      </td>
      <td data-label="Priority">
        <PriorityTag priority={priority} />
      </td>
      <td data-label="Status">
        <StatusTag status={status} />
      </td>
      <td data-label="Grade" className="min-w-18 wrap-anywhere">
        {grade || <span className="text-muted">None</span>}
      </td>
      <td className={wideCellClass}>
        <div className="-ml-2 flex lg:ml-0">
          <Button variant="quiet" small onClick={onUpdate} aria-label={`Update ${title}`}>
            <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
            Update
          </Button>
          {fileUrl && (
            <Button
              variant="quiet"
              small
              onClick={() => void downloadFile(() => linkAssignmentFile(_id))}
              aria-label={`Download the file of ${title}`}
            >
              <Download size={16} strokeWidth={1.5} aria-hidden="true" />
              File
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}
