/** The tones of small tags; the word carries the meaning, the dot repeats it in colour. */
export type Tone = 'red' | 'orange' | 'green' | 'blue' | 'yellow' | 'gray'

/** The dot alone, beside a word. */
export function Dot({ tone }: { tone: Tone }) {
  return <span className={`tag-dot tag-dot-${tone}`} aria-hidden="true" />
}

/** A small tag: a dot and a word. */
export function Tag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="tag">
      <Dot tone={tone} />
      {children}
    </span>
  )
}
