import { valibotResolver } from '@hookform/resolvers/valibot'
import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { readMessage } from '../../lib/api/failure'
import type { Role } from '../../lib/session/session'
import { Button } from '../../ui/buttons/button'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { applyFailure, FormFrame, FormSummary, SubmitButton } from '../../ui/forms/form-frame'
import { saveProfile } from './api'
import { type Profile, type ProfileForm as ProfileValues, profileFormSchema } from './model'
import { ProfileFields } from './profile-fields'
import { profile as words } from './words.en'

const valuesOf = (profile: Profile): ProfileValues => ({ ...profile, currentPassword: '' })

/** Whether the server takes two spellings for different addresses. */
const isOther = (typed: string, saved: string) => typed.trim().toLowerCase() !== saved.toLowerCase()

/** Personal information: read-only until Edit is pressed (docs/product.md, section 4.6). */
export function ProfileForm({
  account,
  profile,
  role,
  verified,
}: {
  account: string
  profile: Profile
  role: Role
  /** Whether the address is confirmed. */
  verified: boolean
}) {
  const [editing, setEditing] = useState(false)
  const form = useForm<ProfileValues>({
    defaultValues: valuesOf(profile),
    resolver: valibotResolver(profileFormSchema(role)),
    reValidateMode: 'onSubmit',
  })
  const { isSubmitting } = form.formState
  const toggleRef = useRef<HTMLButtonElement>(null)

  const endedRef = useRef(false)
  const endEditing = () => {
    endedRef.current = true
    setEditing(false)
  }

  // The button that had the focus is gone after editing: the focus returns to the toggle.
  useEffect(() => {
    if (!endedRef.current || isSubmitting) return
    endedRef.current = false
    toggleRef.current?.focus()
  })

  // Changes made elsewhere show here, unless they would replace what is being typed.
  const follow = useEffectEvent((latest: Profile) => {
    if (!editing) form.reset(valuesOf(latest))
  })
  useEffect(() => follow(profile), [profile])
  const cancel = () => {
    form.reset(valuesOf(profile))
    endEditing()
  }

  const email = useWatch({ control: form.control, name: 'email' })
  const hasNewAddress = editing && isOther(email, profile.email)
  // Without a new address the password field disappears, and what was wrong with it goes too.
  useEffect(() => {
    if (!hasNewAddress) form.resetField('currentPassword')
  }, [hasNewAddress, form])
  const submit = form.handleSubmit(async ({ currentPassword, ...typed }) => {
    try {
      const password = isOther(typed.email, profile.email) && { currentPassword }
      const saved = await saveProfile(account, { ...typed, ...password })
      form.reset(valuesOf(saved))
      endEditing()
      if (saved.email === profile.email) showSuccess(words.saved)
      else showSuccess(words.saved, 5, words.newAddress(verified))
    } catch (error) {
      applyFailure(form, error, readMessage(error, words.saveFailure))
    }
  })

  return (
    <FormFrame
      form={form}
      className="max-w-3xl"
      onSubmit={submit}
      // Editing a field clears what was wrong with it.
      onChange={({ target }) => form.clearErrors(target.name as keyof ProfileValues)}
    >
      <div className="mt-8 mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">{words.information}</h2>
        <Button
          ref={toggleRef}
          aria-pressed={editing}
          disabled={isSubmitting}
          onClick={editing ? cancel : () => setEditing(true)}
        >
          <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
          {words.edit}
        </Button>
      </div>
      <FormSummary />
      <ProfileFields form={form} role={role} editing={editing} hasNewAddress={hasNewAddress} />
      {editing && (
        <div className="mt-6 flex flex-wrap justify-end gap-3 border-t border-base-300 pt-5">
          <Button disabled={isSubmitting} onClick={cancel}>
            {words.cancel}
          </Button>
          <SubmitButton>{words.save}</SubmitButton>
        </div>
      )}
    </FormFrame>
  )
}
