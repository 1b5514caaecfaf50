import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { type MessageTone, messageBorders, ToneIcon } from '../../ui/feedback/tone-icon'
import { DropArea, FileInputLine, nextDropLineClass } from '../../ui/files/drop-area'
import { Field } from '../../ui/forms/fields'
import { hashFile } from './hash-file'
import { type Match, matchOf, type ReceiptFile } from './model'
import { outcome, check as words } from './words.en'

const tones: Record<Match['kind'], MessageTone> = {
  exact: 'success',
  otherContent: 'error',
  notListed: 'info',
}

/** What a file is to a receipt, in outcome. */
export function CheckOutcome({ file, sha256, match }: { file: File; sha256: string; match: Match }) {
  const tone = tones[match.kind]
  return (
    <div className={`flex gap-3 rounded-(--radius-field) bg-base-200 px-4 py-3 ${messageBorders[tone]}`}>
      <ToneIcon tone={tone} />
      <div className="grid min-w-0 grow grid-cols-1 gap-1">
        <p className="font-semibold wrap-anywhere">
          {match.kind === 'exact' ? outcome.exact(match.file.name) : outcome.notListed}
        </p>
        {match.kind === 'otherContent' && (
          <p className="wrap-anywhere">
            {outcome.otherContent(match.file.name)}{' '}
            {file.size === match.file.size
              ? outcome.sameSize(file.size)
              : outcome.otherSize(file.size, match.file.size)}
          </p>
        )}
        <p className="text-[0.9375rem] text-muted">
          {file.name} <span aria-hidden="true">·</span> {outcome.checksum}{' '}
          <code className="break-all">{sha256}</code>
        </p>
      </div>
    </div>
  )
}

type State =
  | { kind: 'reading'; file: File; share: number }
  | { kind: 'checked'; file: File; sha256: string; match: Match }
  | { kind: 'cancelled' | 'failed' }

/** Compares a file with those of a receipt, in the browser: the file is never sent. */
export function FileCheck({ files }: { files: ReceiptFile[] }) {
  const [state, setState] = useState<State | null>(null)
  const [leftOut, setLeftOut] = useState(false)
  const running = useRef<AbortController | null>(null)
  const inputRef = useRef<HTMLInputElement>(null)

  useEffect(() => () => running.current?.abort(), [])

  const start = async (file: File) => {
    running.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setState({ kind: 'reading', file, share: 0 })
    const onProgress = (share: number) => setState({ kind: 'reading', file, share })
    try {
      const sha256 = await hashFile(file, { signal, onProgress })
      if (!signal.aborted)
        setState({ kind: 'checked', file, sha256, match: matchOf(files, file.name, sha256) })
    } catch {
      if (!signal.aborted) setState({ kind: 'failed' })
    }
  }
  const cancel = () => {
    running.current?.abort()
    setState({ kind: 'cancelled' })
    inputRef.current?.focus()
  }
  const check = (chosen: FileList | null) => {
    const file = chosen?.[0]
    if (file) {
      setLeftOut(chosen.length > 1)
      void start(file)
    }
    // Otherwise choosing the same file again, changed meanwhile, would do nothing.
    if (inputRef.current) inputRef.current.value = ''
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <Field label={words.field} hint={words.private} required>
        {({ id, 'aria-describedby': describedBy }) => (
          <DropArea locked={false} onDrop={check}>
            <FileInputLine
              id={id}
              aria-describedby={describedBy}
              ref={inputRef}
              locked={false}
              className="w-full min-w-0"
              onFiles={check}
            />
            {state?.kind === 'reading' && (
              <div className={nextDropLineClass}>
                <div className="min-w-0 grow">
                  <p className="truncate">{words.reading(state.file.name, Math.floor(state.share * 100))}</p>
                  <progress
                    className="progress progress-primary"
                    aria-label={words.progress}
                    value={state.share}
                    max={1}
                  />
                </div>
                <Button small onClick={cancel}>
                  {words.cancel}
                </Button>
              </div>
            )}
          </DropArea>
        )}
      </Field>
      <div role="status" className="grid grid-cols-1 gap-2">
        {leftOut && state?.kind !== 'cancelled' && <p>{words.oneAtATime}</p>}
        {state?.kind === 'checked' && <CheckOutcome {...state} />}
        {state?.kind === 'cancelled' && <p>{words.cancelled}</p>}
        {state?.kind === 'failed' && <p className="font-semibold text-error">{words.failed}</p>}
      </div>
    </div>
  )
}
