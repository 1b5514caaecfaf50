import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import type { FileState } from '../../lib/api/download'
import { formatBytes } from '../../lib/formats/format'
import { downloadFile } from './download-file'
import { downloadOf, fileStates } from './words.en'

/** A file that can be downloaded. `size` is in bytes, 0 if it is not known. */
type ListedFile = {
  key: string
  name: string
  size: number
  /** Requests a fresh link, because links expire. Throws a Failure. Null if the file was deleted. */
  link: (() => Promise<string>) | null
  /** Why it cannot be downloaded now, although it is there. */
  state?: FileState
  /** Shown below the name. */
  detail?: ReactNode
}

/** Files with their sizes; pressing one downloads it. */
export function FileList({ label, files }: { label: string; files: ListedFile[] }) {
  return (
    <ul aria-label={label} className="border-t border-base-300">
      {files.map(({ key, name, size, link, state, detail }) => (
        <li key={key} className="border-b border-base-300">
          {link && !state ? (
            <button
              type="button"
              className="flex min-h-11 w-full cursor-pointer items-center gap-3 text-left hover:underline print:hidden"
              onClick={() => void downloadFile(link)}
            >
              <Download size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
              <span className="sr-only">{downloadOf}</span>
              <span className="min-w-0 grow truncate">{name}</span>
              <Size bytes={size} />
            </button>
          ) : (
            <p className="flex min-h-11 items-center gap-3 print:hidden">
              <span className="min-w-0 grow truncate text-muted">{name}</span>
              <Size bytes={size} />
            </p>
          )}
          <span className="hidden py-2 wrap-anywhere print:block">{name}</span>
          {state && <p className="mb-1 text-[0.9375rem]">{fileStates[state]}</p>}
          {detail}
        </li>
      ))}
    </ul>
  )
}

function Size({ bytes }: { bytes: number }) {
  return bytes > 0 && <span className="shrink-0 text-muted tabular-nums">{formatBytes(bytes)}</span>
}
