import { Link } from 'react-router'
import questions from '#web/questions.json'
import type { Policy } from '../../lib/api/site'
import { formatCount } from '../../lib/formats/format'
import { countDays } from '../../lib/formats/words.en'
import { ruledListClass } from '../../ui/text/list-classes'

/** A piece of an answer: text, or a link to one of our pages. */
export type Piece = string | { words: string; to: string }

type Question = { ask: string; answer: string; withoutNumbers?: string }

/**
 * What people ask first, with the numbers of a policy filled in
 * (docs/product.md, section 4.10). The server tells search engines the same
 * words. Without the policy, its pages are named instead of its numbers.
 */
export function answered(policy: Policy | undefined): { ask: string; answer: Piece[] }[] {
  return (questions as Question[]).map(({ ask, answer, withoutNumbers }) => ({
    ask,
    answer: piecesOf(policy ? fill(answer, policy) : (withoutNumbers ?? answer)),
  }))
}

function fill(answer: string, policy: Policy) {
  return answer.replace(/\{(\w+)( days)?\}/g, (_, name: keyof Policy, days?: string) => {
    const count = Number(policy[name])
    return days ? countDays(count) : formatCount(count)
  })
}

function piecesOf(answer: string): Piece[] {
  return answer.split(/(\[[^\]]+\]\([^)]+\))/).flatMap((piece): Piece[] => {
    const [, words, to] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece) ?? []
    if (words && to) return [{ words, to }]
    return piece === '' ? [] : [piece]
  })
}

/** The frequently asked questions (docs/product.md, section 4.10). */
export function Faq({ policy }: { policy: Policy | undefined }) {
  return (
    <div className={ruledListClass}>
      {answered(policy).map(({ ask, answer }) => (
        <details key={ask} className="group">
          <summary className="flex min-h-7 cursor-pointer list-none justify-between gap-4 pr-2 font-serif text-xl font-semibold after:font-sans after:font-normal after:text-secondary after:content-['+'] group-open:after:content-['−']">
            {ask}
          </summary>
          <p className="mt-2 max-w-[62ch]">
            {answer.map((piece) =>
              typeof piece === 'string' ? (
                piece
              ) : (
                <Link
                  key={piece.to}
                  to={piece.to}
                  className="underline decoration-rule underline-offset-[0.2em]"
                >
                  {piece.words}
                </Link>
              ),
            )}
          </p>
        </details>
      ))}
    </div>
  )
}
