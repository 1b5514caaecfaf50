import { useNavigate } from 'react-router'
import { CalendarSettings } from '../../features/calendar/calendar-settings'
import { calendarQuery } from '../../features/calendar/queries'
import { NoticeSettings } from '../../features/notice-settings/notice-settings'
import { noticeSettingsQuery } from '../../features/notice-settings/queries'
import { Settings } from '../../features/profile/settings'
import { sessionsQuery } from '../../features/sessions/queries'
import { SessionList } from '../../features/sessions/session-list'
import { ask } from '../../lib/api/query'
import { sessionReady } from '../../lib/session/session'

export const loader = async () => {
  if (await sessionReady()) ask(sessionsQuery, noticeSettingsQuery, calendarQuery)
  return null
}

export function Component() {
  const navigate = useNavigate()
  return (
    <Settings onDeleted={() => void navigate('/')}>
      <SessionList />
      <NoticeSettings />
      <CalendarSettings />
    </Settings>
  )
}
