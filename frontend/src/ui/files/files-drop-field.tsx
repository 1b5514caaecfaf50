import { type RefObject, useState } from 'react'
import { Field } from '../forms/fields'
import {
  DropArea,
  dropLineClass,
  FileInputLine,
  FileLine,
  nextDropLineClass,
  UploadProgress,
} from './drop-area'
import { alreadyAttached, orDrop } from './words.en'

/** A field for several files, chosen or dropped, each with its name, size and problem, and the progress of the whole upload. The files cannot be changed while they are being sent. */
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
  /** File extensions for the file chooser: ".pdf,.txt". */
  accept: string
  files: File[]
  /** What is wrong with a file, if anything. */
  problemOf: (file: File) => string | undefined
  /** The share of all files that has been sent, from 0 to 1; null while nothing is being sent. */
  progress: number | null
  inputRef: RefObject<HTMLInputElement | null>
  onFiles: (files: File[]) => void
}) {
  const [duplicates, setDuplicates] = useState<string[]>([])

  const locked = progress !== null

  const add = (added: FileList | null) => {
    const all = [...files]
    const repeated: string[] = []
    for (const file of added ?? []) {
      if (all.some(({ name, size }) => name === file.name && size === file.size)) repeated.push(file.name)
      else all.push(file)
    }
    setDuplicates(repeated)
    onFiles(all)
    if (inputRef.current) inputRef.current.value = ''
  }
  const remove = (file: File) => {
    setDuplicates([])
    onFiles(files.filter((other) => other !== file))
    inputRef.current?.focus()
  }

  return (
    <Field label={label} hint={hint} error={error} required={required ?? false}>
      {(aria) => (
        <DropArea locked={locked} onDrop={add}>
          <FileInputLine
            {...aria}
            aria-invalid={aria['aria-invalid'] ?? (files.some(problemOf) || undefined)}
            ref={inputRef}
            locked={locked}
            multiple
            accept={accept}
            // The list below names the chosen files: the browser's own words would contradict it.
            className="max-w-34 text-transparent file:text-base-content"
            onFiles={add}
          >
            <span className="hidden text-muted sm:inline">{orDrop}</span>
          </FileInputLine>
          {files.map((file) => (
            <FileLine
              key={`${file.name} ${file.size}`}
              file={file}
              problem={problemOf(file)}
              locked={locked}
              onRemove={() => remove(file)}
            />
          ))}
          <p role="status" className={duplicates.length > 0 ? nextDropLineClass : 'sr-only'}>
            {duplicates.length > 0 && alreadyAttached(duplicates)}
          </p>
          {files.length > 0 && locked && (
            <div className={dropLineClass}>
              <UploadProgress share={progress} />
              <span className="shrink-0 tabular-nums">{Math.round(progress * 100)}%</span>
            </div>
          )}
        </DropArea>
      )}
    </Field>
  )
}
