import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { showFailureToast } from '../../ui/feedback/failure-toast'
import { list as words } from './words'

/** Exports every match of the current filter, in its order (docs/product.md, section 4.5). */
export function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)

  const download = async () => {
    setBusy(true)
    try {
      await onExport()
    } catch (error) {
      showFailureToast(error, words.exportFailed)
    }
    setBusy(false)
  }
  return (
    <Button small busy={busy} onClick={() => void download()}>
      <Download size={16} strokeWidth={1.5} aria-hidden="true" />
      {words.exportCsv}
    </Button>
  )
}
