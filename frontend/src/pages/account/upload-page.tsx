import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { SignedInPage } from '../../app/layouts/signed-in-page'
import { UploadForm } from '../../features/assignments/new-assignment-form'
import { type Role, sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Alert } from '../../ui/feedback/alert'
import { destination, upload } from './words.en'

/** How long the success message stays before the dashboard opens, in milliseconds (docs/product.md, section 4.7). */
const READING = 1200

/** Where each role finds what it uploaded (docs/product.md, section 4.7). */
const destinations: Record<Role, ReactNode> = {
  student: destination.student,
  tutor: (
    <>
      {destination.tutor.text}
      <Link to="/tutor/assignments?show=handed_in" className="link">
        {destination.tutor.link}
      </Link>
      .
    </>
  ),
  admin: (
    <>
      {destination.admin.text}
      <Link to="/admin/dashboard?by=me" className="link">
        {destination.admin.link}
      </Link>
      .
    </>
  ),
}

export function Component() {
  const { user } = useAtomValue(sessionAtom)
  const navigate = useNavigate()
  const [uploaded, setUploaded] = useState(false)

  useEffect(() => {
    if (!uploaded) return
    const timer = setTimeout(() => void navigate('/dashboard'), READING)
    return () => clearTimeout(timer)
  }, [uploaded, navigate])

  return (
    <SignedInPage>
      <div className="mx-auto max-w-2xl border-l-2 border-secondary pl-5 sm:pl-8">
        <h1 className="text-4xl">{upload.title}</h1>
        <p className="mt-2 text-muted">{upload.intro}</p>
        <p className="mb-7 text-muted">{user && destinations[user.role]}</p>
        {uploaded ? (
          <Alert tone="info" title={upload.done}>
            <p>{upload.leaving}</p>
          </Alert>
        ) : (
          <UploadForm onUploaded={() => setUploaded(true)} />
        )}
      </div>
    </SignedInPage>
  )
}
