import KeyRound from 'lucide-react/icons/key-round'
import Trash2 from 'lucide-react/icons/trash'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { Section } from '../../ui/text/section'
import { DeletionForm } from './deletion-form'
import { PasswordForm } from './password-form'
import { deletion, password } from './words'

/** Changes the password and deletes the account (docs/product.md, sections 2.6 and 2.7). */
export function Settings({
  onDeleted,
  children,
}: {
  /** Opens a page that needs no session, after the account was deleted. */
  onDeleted: () => void
  /** The sections between the two. */
  children: ReactNode
}) {
  const [open, setOpen] = useState<'password' | 'deletion' | null>(null)
  const close = () => setOpen(null)

  return (
    <div className="mt-8 grid max-w-3xl gap-8">
      <Section title={password.section} headingClass="text-2xl">
        <p className="mt-2 mb-4">{password.text}</p>
        <Button onClick={() => setOpen('password')}>
          <KeyRound size={16} strokeWidth={1.5} aria-hidden="true" />
          {password.change}
        </Button>
      </Section>
      {children}
      <Section
        title={deletion.section}
        className="border-l-2 border-error pl-5"
        headingId="danger-title"
        headingClass="text-2xl"
      >
        <p className="mt-2 mb-4 max-w-prose">{deletion.text}</p>
        <Button variant="danger" onClick={() => setOpen('deletion')}>
          <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
          {deletion.button}
        </Button>
      </Section>
      {open === 'password' && <PasswordForm onClose={close} />}
      {open === 'deletion' && <DeletionForm onDeleted={onDeleted} onClose={close} />}
    </div>
  )
}
