import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import type { ReactNode } from 'react'

const icons = { error: CircleAlert, info: Info, success: CircleCheck }

/** A message that stays in the page until its cause is gone; a failure is read out at once. */
export function Alert({
  tone = 'error',
  title,
  children,
  action,
}: {
  tone?: keyof typeof icons
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  const Icon = icons[tone]
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={`notice notice-${tone}`}>
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="grow">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
      {action}
    </div>
  )
}
