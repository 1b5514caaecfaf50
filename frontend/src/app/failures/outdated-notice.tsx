import { useEffect, useRef } from 'react'
import { useOutdated } from '../../lib/api/query'
import { Button } from '../../ui/buttons/button'
import { PageNotice } from '../../ui/feedback/page-notice'

/** Says that what the page shows could not be loaded again, and offers to retry. */
export function OutdatedNotice() {
  const { outdated, asking, retry } = useOutdated()
  const pressed = useRef(false)

  // The button goes when it has done its work, and with it the focus.
  useEffect(() => {
    if (outdated || !pressed.current) return
    pressed.current = false
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [outdated])

  return (
    <PageNotice>
      {outdated && (
        <>
          <p>The latest changes could not be loaded. What you see may be out of date.</p>
          <Button
            small
            busy={asking}
            onClick={() => {
              pressed.current = true
              retry()
            }}
          >
            Retry
          </Button>
        </>
      )}
    </PageNotice>
  )
}
