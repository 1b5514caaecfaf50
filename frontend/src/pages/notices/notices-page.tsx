import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { OutdatedNotice } from '../../app/failures/outdated-notice'
import { SignedInPage } from '../../app/layouts/signed-in-page'
import { noticesQuery, unreadQuery } from '../../features/notices/api'
import { NoticeList } from '../../features/notices/notice-list'
import { MarkAllButton } from '../../features/notices/recent-notices'
import { list, page as words } from '../../features/notices/words.en'
import { PER_PAGE } from '../../lib/api/client'
import { ask, useAnswer } from '../../lib/api/query'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { LinkRow } from '../../ui/navigation/link-row'
import { Pagination } from '../../ui/navigation/pagination'
import { choice, listOf, named } from '../../ui/tables/list'

const PATH = '/notices'

const { addressOf, viewOf } = listOf({
  path: PATH,
  filters: { show: choice(words.filter, named({ all: words.all, unread: words.unread })) },
})

export const loader = ({ request }: LoaderFunctionArgs) => {
  const { filter } = viewOf(request)
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
  const goTo = (page: number, isGone: boolean) =>
    void navigate(addressOf({ ...filter, page }), { replace: isGone, preventScrollReset: isGone })
  return (
    <SignedInPage>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl">{list.title}</h1>
        <MarkAllButton unread={unread ?? 0} />
      </div>
      <LinkRow
        label={words.filter}
        links={(['all', 'unread'] as const).map((show) => ({
          to: addressOf({ show }),
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
              <Pagination page={filter.page} found={answer} onPage={goTo} />
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
