import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormFrame, FormSummary } from '../forms/form-frame'
import type { useUploadForm } from './use-upload-form'

/** A form that is sent with files, around its fields. It says that a draft was restored, and offers to start over. */
export function UploadFrame<Values extends FieldValues, Result>({
  of: { form, submit, restored, startOver, upload },
  words,
  className,
  summary = <FormSummary />,
  children,
}: {
  of: ReturnType<typeof useUploadForm<Values, Result>>
  words: { restored: string; startOver: string }
  className?: string
  /** What takes the place of the summary. */
  summary?: ReactNode
  children: ReactNode
}) {
  return (
    <FormFrame form={form} className={className} onSubmit={submit}>
      {summary}
      {restored && (
        <p className="text-muted">
          {words.restored}{' '}
          <button type="button" className="link" disabled={upload.running} onClick={startOver}>
            {words.startOver}
          </button>
        </p>
      )}
      {children}
    </FormFrame>
  )
}
