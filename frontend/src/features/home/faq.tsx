import { Link } from 'react-router'
import type { Policy } from '../../lib/api/site'
import { ruledListClass } from '../../ui/text/list-classes'
import { answered } from './questions'

/** What people ask first (docs/product.md, section 4.10). */
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
