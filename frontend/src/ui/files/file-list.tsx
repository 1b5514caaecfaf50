import Download from 'lucide-react/icons/download'
import { formatBytes } from '../../lib/formats/format'
import { downloadFile } from './download-file'
import { downloadOf } from './words'

/** A file that can be downloaded. `size` is in bytes, 0 if it is not known. */
export type ListedFile = {
  key: string
  name: string
  size: number
  /** Requests a fresh link, because links expire. Throws a Failure. */
  link: () => Promise<string>
}

/** Files with their sizes; pressing one downloads it. */
export function FileList({ label, files }: { label: string; files: ListedFile[] }) {
  return (
    <ul aria-label={label} className="border-t border-base-300">
      {files.map(({ key, name, size, link }) => (
        <li key={key} className="border-b border-base-300">
          <button
            type="button"
            className="flex min-h-11 w-full cursor-pointer items-center gap-3 text-left hover:underline print:hidden"
            onClick={() => void downloadFile(link)}
          >
            <Download size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
            <span className="sr-only">{downloadOf}</span>
            <span className="min-w-0 grow truncate">{name}</span>
            {size > 0 && <span className="shrink-0 text-muted tabular-nums">{formatBytes(size)}</span>}
          </button>
          <span className="hidden py-2 wrap-anywhere print:block">{name}</span>
        </li>
      ))}
    </ul>
  )
}
