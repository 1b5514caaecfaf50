import FileText from 'lucide-react/icons/file-text'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { type RefObject, useState } from 'react'
import { formatBytes } from '../lib/format'
import { Button } from './button'
import { DropArea } from './drop-area'
import { Field } from './field'
import { FileInput } from './file-input'

/** Several files, chosen or dropped, each with its name, size and refusal, and how much of all has been sent. While they are being sent they stay those that are shown. */
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
  const [twice, setTwice] = useState<string[]>([])

  const locked = progress !== null

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
  const remove = (file: File) => {
    setTwice([])
    onFiles(files.filter((other) => other !== file))
    inputRef.current?.focus()
  }

  return (
    <Field label={label} hint={hint} error={error} required={required ?? false}>
      {(aria) => (
        <DropArea locked={locked} onDrop={add}>
          <div className="drop-line">
            <Upload size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
            <FileInput
              {...aria}
              aria-invalid={aria['aria-invalid'] ?? (files.some(problemOf) || undefined)}
              ref={inputRef}
              locked={locked}
              multiple
              accept={accept}
              className="file-input file-input-ghost files-input"
              onFiles={add}
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
              {!locked && (
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
          {files.length > 0 && locked && (
            <div className="drop-line">
              <progress
                className="progress progress-primary"
                aria-label="Upload progress"
                value={progress}
                max={1}
              />
              <span className="shrink-0 tabular-nums">{Math.round(progress * 100)}%</span>
            </div>
          )}
        </DropArea>
      )}
    </Field>
  )
}
