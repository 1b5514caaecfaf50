import { nameIn } from '../../lib/formats/format'
import { Tag, type Tone } from '../../ui/text/tag'
import { Ago } from './ago'
import type { Finding } from './types'
import { asSentence, levelNames } from './words'

const tones: Partial<Record<string, Tone>> = { ok: 'green', note: 'orange', problem: 'red' }

/** A finding, and how long ago it was found, if that was before the last checks. */
export function FoundText({ text, at }: { text: string; at: string | undefined }) {
  return (
    <p>
      {text}
      {at && (
        <>
          {' '}
          (<Ago iso={at} />)
        </>
      )}
    </p>
  )
}

/** What the checks of one group found. */
export function FindingList({ findings }: { findings: Finding[] }) {
  return (
    <dl className="border-t border-base-300">
      {findings.map(({ level, subject, text, do: remedy, at }) => (
        <div
          key={`${subject}: ${text}`}
          className="grid gap-x-6 border-b border-base-300 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="font-semibold">{asSentence(subject)}</dt>
          <dd className="wrap-anywhere">
            <Tag tone={tones[level] ?? 'gray'}>{nameIn(levelNames, level)}</Tag>
            <FoundText text={asSentence(text)} at={at} />
            {remedy && <p className="text-muted">{asSentence(remedy)}</p>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
