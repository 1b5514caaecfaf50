import { NotFound } from '../failures/not-found'
import { Page } from '../layouts/page'

export function Component() {
  return (
    <Page>
      <NotFound />
    </Page>
  )
}
