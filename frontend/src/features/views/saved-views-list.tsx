import Trash2 from 'lucide-react/icons/trash'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button'
import { TextField } from '../../ui/forms/fields'
import { quietLinkClass } from '../../ui/text/link-classes'
import { tightRuledListClass } from '../../ui/text/list-classes'
import { checkView, deleteView, readViews, saveView } from './saved-views'
import * as words from './words.en'

/** Lists an account's saved views with links, and a form that saves the current one (docs/product.md, section 4.5). */
export function SavedViewsList({
  account,
  address,
  onOpen,
}: {
  account: string
  /** The address of the current view. */
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
    setAnnouncement(words.savedView(name.trim()))
    setName('')
  }
  const remove = (deleted: string) => {
    setViews(deleteView(account, deleted))
    setAnnouncement(words.deletedView(deleted))
    focusName() // the button that has the focus disappears
  }
  return (
    <>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {views.length === 0 ? (
        <p className="text-muted">{words.NONE_SAVED}</p>
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
                aria-label={words.deleteView(view.name)}
                onClick={() => remove(view.name)}
              >
                <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
                {words.DELETE}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className="mt-6 flex flex-wrap items-start gap-3" onSubmit={save} noValidate>
        <div ref={nameRef} className="min-w-48 grow">
          <TextField
            label={words.NAME}
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
            {words.SAVE}
          </Button>
        </div>
      </form>
    </>
  )
}
