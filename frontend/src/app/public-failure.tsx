import { useRevalidator } from 'react-router'
import type { Failure } from '../lib/failure'
import { LoadFailure } from './load-failure'

/** Says that the data of a public page did not load. Trying again runs its loader. */
export function PublicFailure(props: { failure: Failure; title: string; fallback: string }) {
  const { revalidate, state } = useRevalidator()
  return <LoadFailure {...props} asking={state === 'loading'} onRetry={() => void revalidate()} />
}
