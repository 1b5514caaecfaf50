import { NotFound } from '../../app/failures/not-found'
import { Page } from '../../app/layouts/page'

export function Component() {
  return (
    <Page>
      <NotFound />
    </Page>
  )
}
