import Trash2 from 'lucide-react/icons/trash'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button'
import { TextField } from '../../ui/forms/text-field'
import { quietLinkClass } from '../../ui/text/link-classes'
import { tightRuledListClass } from '../../ui/text/list-classes'
import { checkView, deleteView, readViews, saveView } from './saved-views'

/** The views that an account keeps, the way to each, and a form that keeps the one that is shown (docs/product.md, section 4.5). */
export function SavedViewsList({
  account,
  address,
  onOpen,
}: {
  account: string
  /** The view that is shown. */
  address: string
  onOpen: () => void
}) {
  const [views, setViews] = useState(() => readViews(account))
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const nameRef = useRef<HTMLDivElement>(null)
  const focusName = () => nameRef.current?.querySelector('input')?.focus()

  const save = (event: FormEvent) => {
    event.preventDefault()
    const problem = checkView(views, name)
    setError(problem)
    if (problem) return focusName()
    setViews(saveView(account, { name, address }))
    setAnnouncement(`${name.trim()} is saved`)
    setName('')
  }
  const remove = (gone: string) => {
    setViews(deleteView(account, gone))
    setAnnouncement(`${gone} is deleted`)
    focusName() // the button with the focus goes
  }
  return (
    <>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {views.length === 0 ? (
        <p className="text-muted">
          None yet. A view is what is shown now: the tab, its filters, its order and its page. It is kept in
          this browser, for your account.
        </p>
      ) : (
        <ul className={tightRuledListClass}>
          {views.map((view) => (
            <li key={view.name} className="flex items-center justify-between gap-4">
              <Link
                to={view.address}
                className={`${quietLinkClass} wrap-anywhere`}
                aria-current={view.address === address ? 'true' : undefined}
                onClick={onOpen}
              >
                {view.name}
              </Link>
              <Button
                small
                variant="quiet"
                aria-label={`Delete the view ${view.name}`}
                onClick={() => remove(view.name)}
              >
                <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className="mt-6 flex flex-wrap items-start gap-3" onSubmit={save} noValidate>
        <div ref={nameRef} className="min-w-48 grow">
          <TextField
            label="Name of this view"
            required
            value={name}
            error={error}
            onChange={({ target }) => {
              setName(target.value)
              setError(undefined)
            }}
          />
        </div>
        <div className="sm:pt-7.5">
          <Button type="submit" variant="primary">
            Save this view
          </Button>
        </div>
      </form>
    </>
  )
}
