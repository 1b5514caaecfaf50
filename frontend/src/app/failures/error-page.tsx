import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button } from '../../ui/buttons/button'
import { ButtonLink } from '../../ui/buttons/button-link'
import { Spinner } from '../../ui/loading/spinner'
import { type PageHead, pageOf, usePageHead } from '../heads/page-head'
import { Page } from '../layouts/page'
import { SiteFooter } from '../layouts/site-footer'
import { SiteHeader } from '../layouts/site-header'
import { NotFound } from './not-found'
import { useRecovery } from './recovery'
import { brokenPage } from './words.en'

/** Shown if a page failed or its code could not be loaded. */
export function ErrorPage() {
  const error = useRouteError()
  const missing = isRouteErrorResponse(error) && error.status === 404
  const recovering = useRecovery(error)
  usePageHead(headFor(missing, recovering))
  return (
    <>
      <SiteHeader />
      <main id="main" className="grow">
        <Page>{recovering ? <Spinner /> : missing ? <NotFound /> : <BrokenPage />}</Page>
      </main>
      <SiteFooter />
    </>
  )
}

/** The head stays as it is while the page may still recover. */
function headFor(missing: boolean, recovering: boolean): PageHead | undefined {
  if (recovering) return undefined
  return { title: missing ? pageOf('*').title : brokenPage.title }
}

function BrokenPage() {
  return (
    <div className="max-w-prose">
      <h1 className="text-4xl">{brokenPage.title}</h1>
      <p className="mt-4">{brokenPage.text}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => window.location.reload()}>
          {brokenPage.reload}
        </Button>
        <ButtonLink to="/">{brokenPage.home}</ButtonLink>
      </p>
    </div>
  )
}
