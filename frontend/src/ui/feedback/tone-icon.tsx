import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'

const icons = { error: CircleAlert, info: Info, success: CircleCheck }

/** What a message is about: it went wrong, it went well, or neither. */
export type MessageTone = keyof typeof icons

/** The sign of a message, before its words. */
export function ToneIcon({ tone }: { tone: MessageTone }) {
  const Icon = icons[tone]
  return <Icon size={18} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0" />
}
