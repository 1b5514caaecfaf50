import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { Button } from '../../ui/buttons/button'
import { Alert } from '../../ui/feedback/alert'
import { Spinner } from '../../ui/loading/spinner'
import { isUntouched, useRecovery } from '../failures/recovery'
import { fetchModule, MissingModuleError } from './lazy-page'

/**
 * A part of a page that is fetched when it is first shown; stand it in a
 * Suspense. where it does not arrive, the rest of the page stays.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part: ComponentType<Props> = lazy(() => fetchModule(async () => ({ default: await load() })))
  return (props: Props) => (
    <PartBoundary>
      <Part {...props} />
    </PartBoundary>
  )
}

class PartBoundary extends Component<{ children: ReactNode }, { missing: MissingModuleError | null }> {
  override state = { missing: null }

  static getDerivedStateFromError(error: unknown) {
    // What broke in another way is for the page to tell.
    if (!(error instanceof MissingModuleError)) throw error
    return { missing: error }
  }

  override render() {
    const { missing } = this.state
    return missing ? <MissingPartNotice error={missing} /> : this.props.children
  }
}

/** Loads the page anew, once, unless somebody is writing in it: then that is up to them. */
function MissingPartNotice({ error }: { error: MissingModuleError }) {
  const recovering = useRecovery(error, isUntouched)
  if (recovering) return <Spinner />
  return (
    <Alert
      title="This part of the page did not arrive"
      action={
        <Button small onClick={() => window.location.reload()}>
          Load again
        </Button>
      }
    >
      <p>Half-written assignments and quote requests are kept in this tab, without their files.</p>
    </Alert>
  )
}
