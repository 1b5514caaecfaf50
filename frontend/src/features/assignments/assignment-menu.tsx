import Download from 'lucide-react/icons/download'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Trash2 from 'lucide-react/icons/trash'
import { downloadFile } from '../../ui/files/download-file'
import { Menu, MenuItem } from '../../ui/navigation/menu'
import { linkAssignmentFile } from './api'
import type { Assignment } from './types'

/** What a student can do with one of their assignments (docs/product.md, section 4.4). */
export function AssignmentMenu({ assignment, onDelete }: { assignment: Assignment; onDelete: () => void }) {
  return (
    <Menu
      label={`Actions for ${assignment.title}`}
      trigger={<EllipsisVertical size={20} strokeWidth={1.5} aria-hidden="true" />}
    >
      {assignment.fileUrl && (
        <MenuItem
          icon={<Download size={18} strokeWidth={1.5} aria-hidden="true" />}
          onSelect={() => void downloadFile(() => linkAssignmentFile(assignment._id))}
        >
          Download
        </MenuItem>
      )}
      <MenuItem icon={<Trash2 size={18} strokeWidth={1.5} aria-hidden="true" />} onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
