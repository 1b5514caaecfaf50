import FileText from 'lucide-react/icons/file-text'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { formatBytes } from '../../lib/formats/format'
import { Button } from '../buttons/button'
import { fieldErrorClass } from '../forms/field'
import * as words from './words'

/** Takes files that are dropped on what it holds; while it is `locked` it ignores them. */
export function DropArea({
  locked,
  onDrop,
  children,
}: {
  locked: boolean
  onDrop: (files: FileList) => void
  children: ReactNode
}) {
  const [over, setOver] = useState(false)
  return (
    <section
      aria-label={words.dropArea}
      className={`rounded-(--radius-field) border border-dashed [transition:background-color_150ms] ${over ? 'border-primary bg-base-200' : 'border-rule'}`}
      // Without this, the browser would open a dropped file in the place of the page.
      onDragOver={(event) => {
        event.preventDefault()
        if (locked) event.dataTransfer.dropEffect = 'none'
        else setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!locked) onDrop(event.dataTransfer.files)
      }}
    >
      {children}
    </section>
  )
}

/** A line of a drop area. */
export const dropLineClass = 'flex min-h-11 items-center gap-3 px-3 py-1'

/** A line below another. */
export const nextDropLineClass = `${dropLineClass} border-t border-base-300`

/** The line of a drop area in which files are chosen. */
export function FileInputLine({ children, ...input }: ComponentProps<typeof FileInput>) {
  return (
    <div className={dropLineClass}>
      <Upload size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      <FileInput {...input} />
      {children}
    </div>
  )
}

/**
 * The browser's own choice of files. While it is `locked` it opens no chooser,
 * but can be focused: a refusal leads to it the moment the sending ends.
 */
function FileInput({
  locked,
  onFiles,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'onClick'> & {
  locked: boolean
  onFiles: (files: FileList | null) => void
}) {
  return (
    <input
      {...input}
      type="file"
      className={`file-input file-input-ghost aria-disabled:cursor-not-allowed aria-disabled:text-muted ${className}`}
      aria-disabled={locked || undefined}
      onClick={(event) => {
        if (locked) event.preventDefault()
      }}
      onChange={({ target }) => onFiles(target.files)}
    />
  )
}

/** The line of a drop area that shows a chosen file, its size, and what is wrong with it. */
export function FileLine({
  file,
  problem,
  locked,
  onRemove,
}: {
  file: File
  problem?: string | undefined
  /** It is being sent, so it cannot be removed. */
  locked: boolean
  onRemove: () => void
}) {
  return (
    <div className={nextDropLineClass}>
      <FileText size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 grow">
        <span className="block truncate">{file.name}</span>
        {problem && <span className={`${fieldErrorClass} block`}>{problem}</span>}
      </span>
      <span className="shrink-0 tabular-nums">{formatBytes(file.size)}</span>
      {!locked && (
        <Button variant="quiet" small onClick={onRemove} aria-label={words.remove(file.name)}>
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}

/** How much has been sent, as a share from 0 to 1. */
export function UploadProgress({ share }: { share: number }) {
  return (
    <progress className="progress progress-primary" aria-label={words.progressLabel} value={share} max={1} />
  )
}
