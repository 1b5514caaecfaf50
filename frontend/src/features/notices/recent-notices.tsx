import { Link } from 'react-router'
import { useAnswer } from '../../lib/api/query'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { quietLinkClass } from '../../ui/text/link-classes'
import { RECENT, readAllNotices, recentNoticesQuery } from './api'
import { MarkButton, NoticeLink } from './notice-link'
import { list as words } from './words.en'

/** The newest notices, in the panel of the bell (docs/product.md, section 4.2). */
export function RecentNotices({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const answer = useAnswer(recentNoticesQuery, { withoutLoader: true })
  const { data, failure } = answer
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-base-300 px-4 py-2">
        <h2 className="text-xl">{words.title}</h2>
        <div className="flex items-center gap-4">
          <Link to="/notices" className={quietLinkClass} onClick={onLeave}>
            {words.all}
          </Link>
          <MarkAllButton unread={unread} />
        </div>
      </div>
      <LoadFailure answer={answer} title={words.failed} />
      {!data && !failure && <SkeletonRows label={words.loading} count={RECENT} rowHeight={6} />}
      {data?.rows.length === 0 && (
        <div className="px-4 py-7">
          <p className="font-semibold">{words.empty}</p>
          <p>{words.emptyHint}</p>
        </div>
      )}
      {data && data.rows.length > 0 && (
        <ul className="grid">
          {data.rows.map((notice) => (
            <li key={notice._id} className="border-b border-base-300">
              <NoticeLink
                notice={notice}
                brief
                className="block px-4 py-2 focus-visible:-outline-offset-2"
                onOpen={onLeave}
              />
              {/* A notice with a link is marked when it is opened. */}
              {!notice.link && (
                <div className="mb-2 ml-6.5">
                  <MarkButton notice={notice} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Marks all notices as read. It keeps its place when there is nothing left to mark. */
export function MarkAllButton({ unread }: { unread: number }) {
  const { busy, run } = useAction(readAllNotices, { failed: words.markAllFailed })
  return (
    <Button small busy={busy} unavailable={unread === 0} onClick={() => run()}>
      {words.markAll}
    </Button>
  )
}
