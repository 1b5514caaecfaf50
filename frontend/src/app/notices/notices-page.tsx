import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { NoticeList } from '../../features/notices/notice-list'
import { noticesQuery, unreadQuery } from '../../features/notices/queries'
import { MarkAllButton } from '../../features/notices/recent-notices'
import type { NoticeFilter } from '../../features/notices/types'
import { list, page as words } from '../../features/notices/words'
import { PER_PAGE } from '../../lib/api/client'
import { ask, useAnswer } from '../../lib/api/query'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { LinkRow } from '../../ui/navigation/link-row'
import { Pagination } from '../../ui/navigation/pagination'
import { usePages } from '../../ui/navigation/use-pages'
import { OutdatedNotice } from '../failures/outdated-notice'
import { SignedInPage } from '../layouts/signed-in-page'

const PATH = '/notices'

/** The filter that an address describes. Unknown values are ignored. */
function filterOf(query: URLSearchParams): NoticeFilter {
  const page = Number(query.get('page'))
  return {
    show: query.get('show') === 'unread' ? 'unread' : 'all',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a page of the list, with only what differs from the whole list. */
function addressOf({ show, page }: NoticeFilter) {
  const query = new URLSearchParams()
  if (show !== 'all') query.set('show', show)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${PATH}?${query}` : PATH
}

export const loader = ({ request: { url } }: LoaderFunctionArgs) => {
  const filter = filterOf(new URL(url).searchParams)
  const notices = noticesQuery(filter)
  ask(notices)
  return { filter, notices }
}

/** What somebody has been told, newest first (docs/product.md, section 9.1). */
export function Component() {
  const { filter, notices } = useLoaderData<typeof loader>()
  const answer = useAnswer(notices, { keepPrevious: true })
  const { isPrevious } = answer
  const { data: unread } = useAnswer(unreadQuery)
  const navigate = useNavigate()
  const pages = usePages(filter.page, answer, (page, isGone) => {
    void navigate(addressOf({ ...filter, page }), { replace: isGone, preventScrollReset: isGone })
  })
  return (
    <SignedInPage>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl">{list.title}</h1>
        <MarkAllButton unread={unread ?? 0} />
      </div>
      <LinkRow
        label={words.filter}
        links={(['all', 'unread'] as const).map((show) => ({
          to: addressOf({ show, page: 1 }),
          label: words[show],
          current: show === filter.show,
        }))}
      />
      <div className={`mt-6 ${isPrevious ? 'opacity-60' : ''}`} aria-busy={isPrevious}>
        <LoadedAnswer
          answer={answer}
          failed={list.failed}
          placeholder={<SkeletonRows label={list.loading} count={PER_PAGE} rowHeight={6} />}
        >
          {({ rows }) => (
            <>
              <NoticeList
                key={filter.show}
                notices={rows}
                empty={<NoNotices unreadOnly={filter.show === 'unread'} />}
              />
              {rows.length > 0 && <Pagination {...pages} />}
            </>
          )}
        </LoadedAnswer>
      </div>
      <OutdatedNotice />
    </SignedInPage>
  )
}

function NoNotices({ unreadOnly }: { unreadOnly: boolean }) {
  if (!unreadOnly) return <EmptyState title={list.empty}>{list.emptyHint}</EmptyState>
  return (
    <EmptyState title={words.noneUnread} action={<ButtonLink to={PATH}>{words.showAll}</ButtonLink>}>
      {words.noneUnreadHint}
    </EmptyState>
  )
}
