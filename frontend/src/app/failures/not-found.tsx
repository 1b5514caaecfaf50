import { ButtonLink } from '../../ui/buttons/button-link'
import { missingPage } from './words.en'

/** Shown at an address without a page. */
export function NotFound() {
  return (
    <div className="max-w-prose">
      <h1 className="text-4xl">{missingPage.title}</h1>
      <p className="mt-4">{missingPage.text}</p>
      <p className="mt-6">
        <ButtonLink to="/" variant="primary">
          {missingPage.home}
        </ButtonLink>
      </p>
    </div>
  )
}
