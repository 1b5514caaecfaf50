import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { isTold, readMessage, toFailure } from '../../lib/failure'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toast-state'

/** Takes away the whole of the list that is shown, as filtered and ordered (docs/product.md, section 4.5). */
export function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)

  const download = async () => {
    setBusy(true)
    try {
      await onExport()
    } catch (error) {
      const failure = toFailure(error)
      const title = readMessage(failure, 'Failed to export the list')
      if (isTold(failure)) showToast({ tone: 'error', title, seconds: 5 })
    }
    setBusy(false)
  }
  return (
    <Button small busy={busy} onClick={() => void download()}>
      <Download size={16} strokeWidth={1.5} aria-hidden="true" />
      Export CSV
    </Button>
  )
}
