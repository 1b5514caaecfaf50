/** The tones of tags. The word carries the meaning; the colour of the dot only repeats it. */
export type Tone = 'red' | 'orange' | 'green' | 'blue' | 'yellow' | 'gray'

const dotColors: Record<Tone, string> = {
  red: 'bg-error',
  orange: 'bg-warning',
  green: 'bg-success',
  blue: 'bg-info',
  yellow: 'bg-accent outline outline-rule',
  gray: 'bg-muted',
}

/** The dot of a tag, for use beside a word. */
export function Dot({ tone }: { tone: Tone }) {
  return (
    <span
      className={`size-2 rounded-full forced-color-adjust-none print:hidden ${dotColors[tone]}`}
      data-tone={tone}
      aria-hidden="true"
    />
  )
}

/** A tag: a dot and a word. It has no border in tables, in lists of facts and on paper. */
export function Tag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="inline-flex items-center gap-[0.4375rem] rounded-(--radius-selector) border border-base-300 px-2 text-sm leading-6 whitespace-nowrap in-[td,dd]:border-transparent in-[td,dd]:px-0 forced-colors:in-[td,dd]:border-0 print:border-0 print:px-0 print:[font-size:inherit]">
      <Dot tone={tone} />
      {children}
    </span>
  )
}
