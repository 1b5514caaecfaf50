import { type MessageTone, messageBorders, ToneIcon } from '../../ui/feedback/tone-icon'
import type { Match } from './rules'
import { outcome as words } from './words'

const tones: Record<Match['kind'], MessageTone> = {
  exact: 'success',
  otherContent: 'error',
  notListed: 'info',
}

/** What a file is to a receipt, in words. */
export function CheckOutcome({ file, sha256, match }: { file: File; sha256: string; match: Match }) {
  const tone = tones[match.kind]
  return (
    <div className={`flex gap-3 rounded-(--radius-field) bg-base-200 px-4 py-3 ${messageBorders[tone]}`}>
      <ToneIcon tone={tone} />
      <div className="grid min-w-0 grow grid-cols-1 gap-1">
        <p className="font-semibold wrap-anywhere">
          {match.kind === 'exact' ? words.exact(match.file.name) : words.notListed}
        </p>
        {match.kind === 'otherContent' && (
          <p className="wrap-anywhere">
            {words.otherContent(match.file.name)}{' '}
            {file.size === match.file.size
              ? words.sameSize(file.size)
              : words.otherSize(file.size, match.file.size)}
          </p>
        )}
        <p className="text-[0.9375rem] text-muted">
          {file.name} <span aria-hidden="true">·</span> {words.checksum}{' '}
          <code className="break-all">{sha256}</code>
        </p>
      </div>
    </div>
  )
}
