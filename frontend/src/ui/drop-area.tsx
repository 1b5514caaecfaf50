import { type ReactNode, useState } from 'react'

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
      aria-label="Drop area"
      className={`drop-area ${over ? 'drop-area-over' : ''}`}
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
