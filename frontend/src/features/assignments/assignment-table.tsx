import Download from 'lucide-react/icons/download'
import Pencil from 'lucide-react/icons/pencil'
import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button'
import { downloadFile } from '../../ui/files/download-file'
import { type Column, type RowsOf, Table } from '../../ui/tables/table'
import { titleLinkClass } from '../../ui/text/list-classes'
import { linkAssignmentFile } from './api'
import { checkboxClass } from './bulk-bar'
import type { Assignment } from './model'
import { DueTime, PriorityTag, StatusTag } from './status-tag'
import { labels, pool, table as words } from './words.en'

/** All assignments, for admins. */
export function AssignmentTable({
  isSelected,
  onSelect,
  onUpdate,
  ...table
}: RowsOf<Assignment> & {
  isSelected: (id: string) => boolean
  onSelect: (assignment: Assignment, selected: boolean) => void
  onUpdate: (assignment: Assignment) => void
}) {
  const columns: Column<Assignment>[] = [
    {
      head: words.selected,
      hidden: 'everywhere',
      className: 'max-lg:absolute max-lg:top-2 max-lg:right-0',
      cell: (assignment) => (
        <label className="grid min-h-11 w-9 cursor-pointer place-items-center">
          <input
            type="checkbox"
            className={checkboxClass}
            checked={isSelected(assignment._id)}
            onChange={({ target }) => onSelect(assignment, target.checked)}
          />
          <span className="sr-only">{words.select(assignment.title)}</span>
        </label>
      ),
    },
    {
      head: labels.title,
      sort: 'title',
      hidden: 'in sheets',
      wide: true,
      className:
        'font-serif text-lg leading-snug font-semibold wrap-anywhere lg:min-w-32 xl:min-w-60 lg:text-base',
      cell: ({ _id, title }) => (
        <Link to={`/assignments/${_id}`} className={titleLinkClass}>
          {title}
        </Link>
      ),
    },
    { head: labels.subject, className: 'wrap-anywhere lg:min-w-32', cell: ({ subject }) => subject },
    {
      head: labels.student,
      className: 'wrap-anywhere lg:min-w-20 xl:min-w-24',
      cell: ({ student }) => <span title={student.email || undefined}>{student.name}</span>,
    },
    {
      head: labels.due,
      sort: 'dueDate',
      wide: true,
      cell: (assignment) => <DueTime assignment={assignment} />,
    },
    { head: labels.priority, cell: ({ priority }) => <PriorityTag priority={priority} /> },
    {
      head: labels.status,
      sort: 'status',
      cell: ({ status, stage }) => (
        <>
          <StatusTag status={status} />
          {stage === 'pool' && <span className="block text-muted">{pool.inPool}</span>}
        </>
      ),
    },
    {
      head: labels.grade,
      className: 'min-w-18 wrap-anywhere',
      cell: ({ grade }) => grade || <span className="text-muted">{words.noGrade}</span>,
    },
    {
      head: words.actions,
      hidden: 'in sheets',
      wide: true,
      cell: (assignment) => <Actions assignment={assignment} onUpdate={() => onUpdate(assignment)} />,
    },
  ]
  return (
    <Table
      {...table}
      caption={words.caption}
      columns={columns}
      keyOf={({ _id }) => _id}
      rowClassOf={({ _id }) => `max-lg:relative max-lg:pr-12 ${isSelected(_id) ? 'bg-base-200' : ''}`}
    />
  )
}

function Actions({
  assignment: { _id, title, fileUrl },
  onUpdate,
}: {
  assignment: Assignment
  onUpdate: () => void
}) {
  return (
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
  )
}
