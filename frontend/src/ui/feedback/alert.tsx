import type { ReactNode } from 'react'
import { type MessageTone, messageBorders, ToneIcon } from './tone-icon'

/** A message that stays on the page until its cause is gone. Screen readers announce failures at once. */
export function Alert({
  tone = 'error',
  title,
  children,
  action,
}: {
  tone?: MessageTone
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`flex gap-3 rounded-(--radius-field) bg-base-200 px-4 py-3 ${messageBorders[tone]}`}
    >
      <ToneIcon tone={tone} />
      <div className="grow">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
      {action}
    </div>
  )
}
