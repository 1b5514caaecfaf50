import type { RefObject } from 'react'
import { Field } from '../forms/fields'
import { DropArea, FileInputLine, FileLine, UploadProgress } from './drop-area'

/** A field for one file, chosen or dropped, with its name, size and upload progress. The file cannot be changed while it is being sent. */
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
  /** File extensions for the file chooser: ".pdf,.txt". */
  accept: string
  file: File | null
  /** The share that has been sent, from 0 to 1; null while nothing is being sent. */
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
          <FileInputLine
            {...aria}
            ref={inputRef}
            locked={locked}
            accept={accept}
            className="w-full min-w-0"
            onFiles={(chosen) => onFile(chosen?.[0] ?? null)}
          />
          {file && <FileLine file={file} locked={locked} onRemove={remove} />}
          {file && locked && <UploadProgress share={progress} />}
        </DropArea>
      )}
    </Field>
  )
}
