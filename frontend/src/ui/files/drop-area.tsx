import FileText from 'lucide-react/icons/file-text'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { formatBytes } from '../../lib/formats/format'
import { Button } from '../buttons/button'
import { fieldErrorClass } from '../forms/fields'
import * as words from './words.en'

/** Accepts files that are dropped on its content, unless it is `locked`. */
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
      // Otherwise the browser would leave the page and open the dropped file.
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

/** The first line of a drop area. */
export const dropLineClass = 'flex min-h-11 items-center gap-3 px-3 py-1'

/** Any further line, with a rule above it. */
export const nextDropLineClass = `${dropLineClass} border-t border-base-300`

/** The line of a drop area with the file input. */
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
 * The browser's file input. While `locked` it does not open, but it can have the
 * focus, which it gets as soon as the upload ends because the files were refused.
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
      className={`h-11 cursor-pointer border border-transparent pr-3 text-[0.875rem] leading-7 file:mr-4 file:h-full file:cursor-[inherit] file:rounded-[calc(var(--radius-field)-1px)] file:border file:border-[color-mix(in_oklab,var(--color-base-200),#000_5%)] file:bg-base-200 file:px-4 file:font-semibold aria-disabled:cursor-not-allowed aria-disabled:text-muted ${className}`}
      aria-disabled={locked || undefined}
      onClick={(event) => {
        if (locked) event.preventDefault()
      }}
      onChange={({ target }) => onFiles(target.files)}
    />
  )
}

/** The line of a drop area for one chosen file: its name, its size, and what is wrong with it. */
export function FileLine({
  file,
  problem,
  locked,
  onRemove,
}: {
  file: File
  problem?: string | undefined
  /** True while it is being sent: it cannot be removed then. */
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

/** Shows how much has been sent, as a share from 0 to 1. */
export function UploadProgress({ share }: { share: number }) {
  return (
    <progress className="progress progress-primary" aria-label={words.progressLabel} value={share} max={1} />
  )
}
