import { useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { requestVerification } from './api'
import { readWait } from './recovery'
import { unverified as words } from './recovery-words'

/** A sentence with a button that asks for a link to confirm an address. */
export function SendAgain({ email, text }: { email: string; text: string }) {
  const [said, setSaid] = useState('')
  const [asked, setAsked] = useState(false)
  const { busy, run } = useAction(
    async () => {
      await requestVerification(email)
      setSaid(words.sent(email))
      setAsked(true)
    },
    { failed: (error) => setSaid(`${words.failed}: ${readWait(error, words.failed)}`) },
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 sm:flex-nowrap">
      <p role="status" className="min-w-0 wrap-anywhere">
        {said || text}
      </p>
      <Button small busy={busy} onClick={() => run()}>
        {asked ? words.again : words.send}
      </Button>
    </div>
  )
}
