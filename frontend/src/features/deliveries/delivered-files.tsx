import Copy from 'lucide-react/icons/copy'
import { formatDay } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { FileList } from '../../ui/files/file-list'
import { copyText } from '../../ui/forms/copy-field'
import { linkDelivered } from './api'
import type { DeliveredFile, Delivery } from './model'
import { version as versionWords, files as words } from './words.en'

/** How much of a checksum is shown, in digits. */
const SHOWN_DIGITS = 12

/** The files of one version, with their checksums. */
export function DeliveredFiles({
  assignment,
  delivery: { version, files },
}: {
  assignment: string
  delivery: Delivery
}) {
  return (
    <FileList
      label={words.label(version)}
      files={files.map((file) => ({
        key: file._id,
        name: file.name,
        size: file.size,
        state: file.state,
        link: file.purgedAt ? null : () => linkDelivered(assignment, version, file._id),
        detail: <FileDetails file={file} />,
      }))}
    />
  )
}

function FileDetails({ file: { name, words: count, sha256, purgedAt } }: { file: DeliveredFile }) {
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-4 text-[0.9375rem] text-muted">
      {count !== null && <span className="tabular-nums">{versionWords.words(count)}</span>}
      <span className="flex items-center gap-1">
        <span>
          {words.checksum}{' '}
          <code title={sha256} className="print:hidden">
            {sha256.slice(0, SHOWN_DIGITS)}…
          </code>
          <code className="hidden break-all print:inline">{sha256}</code>
        </span>
        <Button
          variant="quiet"
          small
          aria-label={words.copy(name)}
          onClick={() => void copyText(sha256, { copied: words.copied, notCopied: words.notCopied })}
        >
          <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      </span>
      {purgedAt && (
        <span>
          {words.deleted} <time dateTime={purgedAt}>{formatDay(purgedAt)}</time>
        </span>
      )}
    </div>
  )
}
