import Copy from 'lucide-react/icons/copy'
import { useRef } from 'react'
import { Button } from '../buttons/button'
import { type CopyWords, copyText } from './copy-text'
import { TextField } from './text-field'

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
