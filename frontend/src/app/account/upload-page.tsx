import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { UploadForm } from '../../features/assignments/upload-form'
import { type Role, sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Alert } from '../../ui/feedback/alert'
import { Page } from '../layouts/page'

/** How long the success is read before the dashboard follows, in milliseconds (docs/product.md, section 4.7). */
const READING = 1200

/** Where each role finds again what it handed in (docs/product.md, section 4.7). */
const whereItStands: Record<Role, ReactNode> = {
  student: 'It then stands on your dashboard.',
  tutor: (
    <>
      It then stands among your work, under{' '}
      <Link to="/tutor/assignments?show=handed_in" className="link">
        Handed in
      </Link>
      .
    </>
  ),
  admin: (
    <>
      It then stands in the list of the desk, among what is{' '}
      <Link to="/admin/dashboard?by=me" className="link">
        handed in by you
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
    <Page>
      <div className="mx-auto max-w-2xl border-l-2 border-secondary pl-5 sm:pl-8">
        <h1 className="text-4xl">Upload assignment</h1>
        <p className="mt-2 text-muted">The brief as PDF, Word or text, and when it is wanted.</p>
        <p className="mb-7 text-muted">{user && whereItStands[user.role]}</p>
        {uploaded ? (
          <Alert tone="info" title="Assignment uploaded!">
            <p>Your dashboard follows.</p>
          </Alert>
        ) : (
          <UploadForm onUploaded={() => setUploaded(true)} />
        )}
      </div>
    </Page>
  )
}
