import type { ComponentProps } from 'react'

/**
 * The browser's own choice of files. While it is `locked` it opens no chooser,
 * but can be focused: a refusal leads to it the moment the sending ends.
 */
export function FileInput({
  locked,
  onFiles,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'onClick'> & {
  locked: boolean
  onFiles: (files: FileList | null) => void
}) {
  return (
    <input
      {...input}
      type="file"
      aria-disabled={locked || undefined}
      onClick={(event) => {
        if (locked) event.preventDefault()
      }}
      onChange={({ target }) => onFiles(target.files)}
    />
  )
}
