import { FileList } from '../../ui/files/file-list'
import { linkMaterial } from './api'
import type { Assignment } from './types'
import { labels } from './words'

/** The files of the brief: what came with the assignment, and with the quote request that it began as. */
export function AssignmentMaterials({ assignment: { _id, materials } }: { assignment: Assignment }) {
  if (materials.length === 0) return null
  return (
    <div className="mt-5">
      <FileList
        label={labels.materials}
        files={materials.map(({ _id: file, name, size }) => ({
          key: file,
          name,
          size,
          link: () => linkMaterial(_id, file),
        }))}
      />
    </div>
  )
}
