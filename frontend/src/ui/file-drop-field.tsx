import FileText from 'lucide-react/icons/file-text'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import type { RefObject } from 'react'
import { formatBytes } from '../lib/format'
import { Button } from './button'
import { DropArea } from './drop-area'
import { Field } from './field'
import { FileInput } from './file-input'

/** One file, chosen or dropped, with its name, its size and how much of it has been sent. While it is being sent it stays the one that is shown. */
export function FileDropField({
  label,
  hint,
  error,
  accept,
  file,
  progress,
  required = false,
  inputRef,
  onFile,
}: {
  label: string
  hint: string
  error?: string | undefined
  /** Endings as the file chooser takes them: ".pdf,.txt". */
  accept: string
  file: File | null
  /** The share that has been sent, 0 to 1; null while nothing is being sent. */
  progress: number | null
  required?: boolean
  inputRef: RefObject<HTMLInputElement | null>
  onFile: (file: File | null) => void
}) {
  const locked = progress !== null
  const remove = () => {
    if (inputRef.current) inputRef.current.value = ''
    onFile(null)
    inputRef.current?.focus()
  }

  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(aria) => (
        <DropArea locked={locked} onDrop={([dropped]) => dropped && onFile(dropped)}>
          <div className="drop-line">
            <Upload size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
            <FileInput
              {...aria}
              ref={inputRef}
              locked={locked}
              accept={accept}
              className="file-input file-input-ghost w-full min-w-0"
              onFiles={(chosen) => onFile(chosen?.[0] ?? null)}
            />
          </div>
          {file && (
            <div className="drop-line">
              <FileText size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
              <span className="min-w-0 grow truncate">{file.name}</span>
              <span className="shrink-0 tabular-nums">{formatBytes(file.size)}</span>
              {!locked && (
                <Button variant="quiet" small onClick={remove} aria-label={`Remove ${file.name}`}>
                  <X size={16} strokeWidth={1.5} aria-hidden="true" />
                </Button>
              )}
            </div>
          )}
          {file && locked && (
            <progress
              className="progress progress-primary"
              aria-label="Upload progress"
              value={progress}
              max={1}
            />
          )}
        </DropArea>
      )}
    </Field>
  )
}
