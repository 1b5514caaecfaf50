import { useEffect, useState } from 'react'
import { serverNow } from './clock'
import { nextTick } from './time-left'

/**
 * The time by the server's clock, in milliseconds since 1970, for a countdown to a
 * moment: it keeps itself up to date each minute, in the last minute each second,
 * and for the last time right after the moment. Takes RFC 3339, or null for no moment.
 */
export function useNowUntil(iso: string | null): number {
  const [now, setNow] = useState(serverNow)

  useEffect(() => {
    if (iso === null) return
    const moment = new Date(iso).getTime()
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      clearTimeout(timer)
      const time = serverNow()
      setNow(time)
      if (time <= moment) timer = setTimeout(tick, nextTick(moment - time))
    }
    tick()
    // Timers stop while a machine sleeps. The tab catches up when it becomes visible.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [iso])

  return now
}
