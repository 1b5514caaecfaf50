import Archive from 'lucide-react/icons/archive'
import { formatDay } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { downloadFile } from '../../ui/files/download-file'
import { FileList } from '../../ui/files/file-list'
import { linkMaterial, linkMaterials } from './api'
import type { Assignment } from './types'
import { labels } from './words'

/** The files of the brief: what came with the assignment, and with the quote request that it began as. */
export function AssignmentMaterials({ assignment: { _id, materials } }: { assignment: Assignment }) {
  if (materials.length === 0) return null
  const kept = materials.filter(({ purgedAt }) => !purgedAt)
  const canOpenAll = kept.length > 1 && kept.every(({ state }) => !state)
  return (
    <div className="mt-5">
      <FileList
        label={labels.materials}
        files={materials.map(({ _id: file, name, size, purgedAt, state }) => ({
          key: file,
          name,
          size,
          state,
          link: purgedAt ? null : () => linkMaterial(_id, file),
          detail: purgedAt && (
            <p className="mb-1 text-[0.9375rem] text-muted">
              {labels.deletedOn} <time dateTime={purgedAt}>{formatDay(purgedAt)}</time>
            </p>
          ),
        }))}
      />
      {canOpenAll && (
        <div className="mt-3 print:hidden">
          <Button small onClick={() => void downloadFile(() => linkMaterials(_id))}>
            <Archive size={16} strokeWidth={1.5} aria-hidden="true" />
            {labels.allMaterials}
          </Button>
        </div>
      )}
    </div>
  )
}
