import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { exportPayout } from './api'
import { payouts as words } from './words'

/** Downloads what a payout paid for. */
export function CsvButton({ id, number, small = false }: { id: string; number: string; small?: boolean }) {
  const { busy, run } = useAction(exportPayout, { failed: words.csvFailed })
  return (
    <Button small={small} busy={busy} aria-label={words.csvOf(number)} onClick={() => run(id)}>
      {words.csv}
    </Button>
  )
}
