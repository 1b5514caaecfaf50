import FileText from 'lucide-react/icons/file-text'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { type DragEvent, type RefObject, useState } from 'react'
import { formatBytes } from '../lib/format'
import { Button } from './button'
import { Field } from './field'

/** Several files, by choosing or by dropping; each with its name, size and refusal, and how much of all has been sent. */
export function FilesDropField({
  label,
  hint,
  error,
  required,
  accept,
  files,
  problemOf,
  progress,
  inputRef,
  onFiles,
}: {
  label: string
  hint: string
  error?: string | undefined
  required?: boolean
  /** Endings as the file chooser takes them: ".pdf,.txt". */
  accept: string
  files: File[]
  /** What is wrong with one file, or nothing. */
  problemOf: (file: File) => string | undefined
  /** The share of all files that has been sent, 0 to 1; null while nothing is being sent. */
  progress: number | null
  inputRef: RefObject<HTMLInputElement | null>
  onFiles: (files: File[]) => void
}) {
  const [over, setOver] = useState(false)
  const [twice, setTwice] = useState<string[]>([])

  const add = (added: FileList | null) => {
    const all = [...files]
    const again: string[] = []
    for (const file of added ?? []) {
      if (all.some(({ name, size }) => name === file.name && size === file.size)) again.push(file.name)
      else all.push(file)
    }
    setTwice(again)
    onFiles(all)
    if (inputRef.current) inputRef.current.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  const remove = (file: File) => {
    setTwice([])
    onFiles(files.filter((other) => other !== file))
    inputRef.current?.focus()
  }

  return (
    <Field label={label} hint={hint} error={error} required={required ?? false}>
      {(aria) => (
        <section
          aria-label="Drop area"
          className={`drop-area ${over ? 'drop-area-over' : ''}`}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <div className="drop-line">
            <Upload size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
            <input
              {...aria}
              aria-invalid={aria['aria-invalid'] ?? (files.some(problemOf) || undefined)}
              ref={inputRef}
              type="file"
              multiple
              accept={accept}
              className="file-input file-input-ghost files-input"
              onChange={({ target }) => add(target.files)}
            />
            <span className="hidden text-muted sm:inline">or drop them here</span>
          </div>
          {files.map((file) => (
            <div key={`${file.name} ${file.size}`} className="drop-line">
              <FileText size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
              <span className="min-w-0 grow">
                <span className="block truncate">{file.name}</span>
                {problemOf(file) && <span className="field-error block">{problemOf(file)}</span>}
              </span>
              <span className="shrink-0 tabular-nums">{formatBytes(file.size)}</span>
              {progress === null && (
                <Button variant="quiet" small onClick={() => remove(file)} aria-label={`Remove ${file.name}`}>
                  <X size={16} strokeWidth={1.5} aria-hidden="true" />
                </Button>
              )}
            </div>
          ))}
          <p role="status" className={twice.length > 0 ? 'drop-line' : 'sr-only'}>
            {twice.length > 0 &&
              `Attached already: ${twice.join(', ')}. To send another version, remove the first.`}
          </p>
          {files.length > 0 && progress !== null && (
            <div className="drop-line">
              <progress
                className="progress progress-primary"
                aria-label="Upload progress"
                value={progress}
                max={1}
              />
              <span className="shrink-0 tabular-nums">{Math.round(progress * 100)} %</span>
            </div>
          )}
        </section>
      )}
    </Field>
  )
}
