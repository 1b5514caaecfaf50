import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'

const icons = { error: CircleAlert, info: Info, success: CircleCheck }

/** The tone of a message: a failure, a success, or neither. */
export type MessageTone = keyof typeof icons

const iconColors: Record<MessageTone, string> = {
  error: 'text-error',
  info: 'text-info',
  success: 'text-success',
}

/** The border of a message, with a thicker edge at the left in the colour of its tone. */
export const messageBorders: Record<MessageTone, string> = {
  error: 'border border-l-3 border-base-300 border-l-error',
  info: 'border border-l-3 border-base-300 border-l-info',
  success: 'border border-l-3 border-base-300 border-l-success',
}

/** The icon of a message, before its words. */
export function ToneIcon({ tone }: { tone: MessageTone }) {
  const Icon = icons[tone]
  return (
    <Icon size={18} strokeWidth={1.5} aria-hidden="true" className={`mt-0.5 shrink-0 ${iconColors[tone]}`} />
  )
}
