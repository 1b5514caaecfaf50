import { Link } from 'react-router'
import { mailList } from '../../features/mails/list'
import { mailStateQuery } from '../../features/mails/queries'
import { useAnswer } from '../../lib/api/query'
import { quietLinkClass } from '../../ui/text/link-classes'
import { mailTrouble as words } from './words'

/** A line that says that emails do not reach people, and leads on. Its room is kept, so that nothing moves when it comes. */
export function MailLine() {
  const { data: state } = useAnswer(mailStateQuery)
  return (
    <p role="status" className="min-h-11 py-2">
      {state && !state.enabled && (
        <>
          {words.off(state.queued)}{' '}
          <Link to={mailList.addressOf({})} preventScrollReset className={quietLinkClass}>
            {words.whatToDo}
          </Link>
        </>
      )}
      {state?.enabled && state.failed > 0 && (
        <>
          {words.failed(state.failed)}{' '}
          <Link to={mailList.addressOf({ status: 'failed' })} preventScrollReset className={quietLinkClass}>
            {words.show}
          </Link>
        </>
      )}
    </p>
  )
}
