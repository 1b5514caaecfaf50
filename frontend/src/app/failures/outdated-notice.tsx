import { useEffect, useRef } from 'react'
import { useOutdated } from '../../lib/api/query'
import { Button } from '../../ui/buttons/button'
import { PageNotice } from '../../ui/feedback/page-notice'
import { outdated as words } from './words.en'

/** Says that the page could not load the latest changes, and offers to try again. */
export function OutdatedNotice() {
  const { outdated, asking, retry } = useOutdated()
  const pressed = useRef(false)

  // The button disappears once it has worked, and would take the focus with it.
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
          <p>{words.text}</p>
          <Button
            small
            busy={asking}
            onClick={() => {
              pressed.current = true
              retry()
            }}
          >
            {words.retry}
          </Button>
        </>
      )}
    </PageNotice>
  )
}
