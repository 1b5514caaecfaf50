import Copy from 'lucide-react/icons/copy'
import { useRef } from 'react'
import { Button } from '../buttons/button'
import { showToast } from '../feedback/toast-state'
import { TextField } from './fields'

/** What is said about copying. */
type CopyWords = { copied: string; notCopied: string }

/** Copies a text and says so. Resolves to false if the browser does not allow it, as on pages without https. */
export async function copyText(text: string, { copied, notCopied }: CopyWords): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'success', title: copied, seconds: 3 })
    return true
  } catch {
    showToast({ tone: 'info', title: notCopied, seconds: 5 })
    return false
  }
}

/** Shows an address, and copies it. Where the browser does not allow that, it is selected instead. */
export function CopyField({
  label,
  hint,
  value,
  words,
}: {
  label: string
  hint: string
  value: string
  words: CopyWords & { copy: string }
}) {
  const ref = useRef<HTMLInputElement>(null)
  const copy = async () => {
    if (!(await copyText(value, words))) ref.current?.select()
  }
  return (
    <div className="grid gap-4">
      <TextField ref={ref} label={label} hint={hint} required readOnly value={value} />
      <div>
        <Button onClick={() => void copy()}>
          <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
          {words.copy}
        </Button>
      </div>
    </div>
  )
}
