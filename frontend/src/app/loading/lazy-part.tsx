import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { Button } from '../../ui/buttons/button'
import { Alert } from '../../ui/feedback/alert'
import { Spinner } from '../../ui/loading/spinner'
import { isUntouched, useRecovery } from '../failures/recovery'
import { kept, missingPart } from '../failures/words.en'
import { fetchModule, MissingModuleError } from './lazy-page'

/**
 * A part of a page that loads when it is first shown, inside a Suspense.
 * If it fails to load, the rest of the page stays.
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
    // The page reports all other errors.
    if (!(error instanceof MissingModuleError)) throw error
    return { missing: error }
  }

  override render() {
    const { missing } = this.state
    return missing ? <MissingPartNotice error={missing} /> : this.props.children
  }
}

/** Reloads the page once. If the page has input, it offers a button instead. */
function MissingPartNotice({ error }: { error: MissingModuleError }) {
  const recovering = useRecovery(error, isUntouched)
  if (recovering) return <Spinner />
  return (
    <Alert
      title={missingPart.title}
      action={
        <Button small onClick={() => window.location.reload()}>
          {missingPart.reload}
        </Button>
      }
    >
      <p>{kept}</p>
    </Alert>
  )
}
