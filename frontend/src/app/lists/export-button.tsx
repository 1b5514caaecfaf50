import Download from 'lucide-react/icons/download'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { list as words } from './words'

/** Exports every match of the current filter, in its order (docs/product.md, section 4.5). */
export function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const { busy, run } = useAction(onExport, { failed: words.exportFailed })
  return (
    <Button small busy={busy} onClick={() => run()}>
      <Download size={16} strokeWidth={1.5} aria-hidden="true" />
      {words.exportCsv}
    </Button>
  )
}
