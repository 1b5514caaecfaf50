import { ButtonLink } from '../../ui/buttons/button-link'

/** What is shown at an address that leads nowhere. */
export function NotFound() {
  return (
    <div className="max-w-prose">
      <h1 className="text-4xl">Page not found</h1>
      <p className="mt-4">
        There is nothing at this address. It may have been mistyped, or the page may have moved.
      </p>
      <p className="mt-6">
        <ButtonLink to="/" variant="primary">
          Front page
        </ButtonLink>
      </p>
    </div>
  )
}
