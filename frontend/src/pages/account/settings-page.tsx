import { useNavigate } from 'react-router'
import { calendarQuery, noticeSettingsQuery, sessionsQuery } from '../../features/profile/api'
import { CalendarSettings } from '../../features/profile/calendar-settings'
import { NoticeSettings } from '../../features/profile/notice-settings'
import { SessionList } from '../../features/profile/session-list'
import { Settings } from '../../features/profile/settings'
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
