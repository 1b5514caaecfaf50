import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { nameIn } from '../../lib/formats/format'
import { Button } from '../../ui/buttons/button'
import { ruledListClass, titleLinkClass } from '../../ui/text/list-classes'
import { Moment } from '../../ui/text/moment'
import { Tag, type Tone } from '../../ui/text/tag'
import type { HeldText } from './model'
import { nounWords, statusWords, list as words } from './words.en'

const tones: Partial<Record<string, Tone>> = { held: 'orange', released: 'green', removed: 'red' }

/** How much of a text its buttons are named after, in characters. */
const NAMED_AFTER = 40

/** The texts with their writers, what they belong to, and what to do with them (docs/product.md, section 4.5). */
export function TextList({
  texts,
  ownCase,
  onRelease,
  onRemove,
}: {
  texts: HeldText[]
  /** Shown in place of the buttons of the reader's own texts. */
  ownCase: ReactNode
  /** Never throws. */
  onRelease: (text: HeldText) => Promise<unknown>
  onRemove: (text: HeldText) => void
}) {
  return (
    <ul className={ruledListClass}>
      {texts.map((text) => (
        <li key={text._id}>
          <Row
            text={text}
            ownCase={ownCase}
            onRelease={() => onRelease(text)}
            onRemove={() => onRemove(text)}
          />
        </li>
      ))}
    </ul>
  )
}

function Row({
  text: { noun, text, writer, status, createdAt, assignment, ownCase: isOwn },
  ownCase,
  onRelease,
  onRemove,
}: {
  text: HeldText
  ownCase: ReactNode
  onRelease: () => Promise<unknown>
  onRemove: () => void
}) {
  const [busy, setBusy] = useState(false)
  const name = writer?.name ?? words.unknownWriter
  const actOn = (act: string) => words.actOn(act, name, text.slice(0, NAMED_AFTER))

  const release = async () => {
    setBusy(true)
    await onRelease()
    setBusy(false)
  }
  return (
    <article>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <p className="wrap-anywhere">
          <strong>{name}</strong> <span aria-hidden="true">·</span> {nameIn(nounWords, noun)}{' '}
          <span aria-hidden="true">·</span> <Moment iso={createdAt} />
        </p>
        <Tag tone={tones[status] ?? 'gray'}>{nameIn(statusWords, status)}</Tag>
      </div>
      {assignment && (
        <p className="mt-1 wrap-anywhere">
          <Link to={`/assignments/${assignment._id}`} className={titleLinkClass}>
            {assignment.title}
          </Link>{' '}
          <span className="text-muted whitespace-nowrap">{assignment.reference}</span>
        </p>
      )}
      <p className="prose-text mt-2 border-l-2 border-accent pl-3.5 font-serif">{text}</p>
      {status === 'held' && isOwn && <div className="mt-3">{ownCase}</div>}
      {status === 'held' && !isOwn && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button small busy={busy} aria-label={actOn(words.release)} onClick={() => void release()}>
            {words.release}
          </Button>
          <Button small variant="quiet" aria-label={actOn(words.remove)} onClick={onRemove}>
            {words.remove}
          </Button>
        </div>
      )}
    </article>
  )
}
