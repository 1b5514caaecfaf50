import { useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { showFailureToast } from '../../ui/feedback/failure-toast'
import { exportPayout } from './api'
import { payouts as words } from './words'

/** Downloads what a payout paid for. */
export function CsvButton({ id, number, small = false }: { id: string; number: string; small?: boolean }) {
  const [busy, setBusy] = useState(false)

  const download = async () => {
    setBusy(true)
    try {
      await exportPayout(id)
    } catch (error) {
      showFailureToast(error, words.csvFailed)
    }
    setBusy(false)
  }
  return (
    <Button small={small} busy={busy} aria-label={words.csvOf(number)} onClick={() => void download()}>
      {words.csv}
    </Button>
  )
}
