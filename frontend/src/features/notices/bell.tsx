import { type ReactNode, useState } from 'react'
import { useAnswer } from '../../lib/api/query'
import { Panel } from '../../ui/navigation/panel'
import { unreadQuery } from './api'
import { RecentNotices } from './recent-notices'
import { list, bell as words } from './words.en'

/** The bell of signed-in pages: how many notices are unread, and the newest of them in a panel (docs/product.md, section 4.2). */
export function Bell({ icon }: { icon: ReactNode }) {
  const { data: unread } = useAnswer(unreadQuery, { withoutLoader: true })
  return (
    <>
      <Panel
        label={words.label(unread ?? 0)}
        title={list.title}
        trigger={
          <>
            {icon}
            {Boolean(unread) && (
              <span
                aria-hidden="true"
                className="absolute top-0 right-0 rounded-(--radius-field) bg-secondary px-[0.4375rem] text-sm leading-snug font-semibold text-secondary-content tabular-nums"
              >
                {words.count(unread ?? 0)}
              </span>
            )}
          </>
        }
      >
        {(close) => <RecentNotices unread={unread ?? 0} onLeave={close} />}
      </Panel>
      <Announcement unread={unread} />
    </>
  )
}

/** Tells screen readers about a change of the count: once, and not of the first count. */
function Announcement({ unread }: { unread: number | undefined }) {
  const [known, setKnown] = useState(unread)
  const [text, setText] = useState('')
  if (unread !== known) {
    setKnown(unread)
    if (known !== undefined && unread !== undefined) setText(words.changed(unread))
  }
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
