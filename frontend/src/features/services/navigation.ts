import { toFailure } from '../../lib/api/failure'
import { atom, store } from '../../lib/state/store'
import { listServices } from './api'
import type { Service } from './types'

/** The services that the navigation names (docs/product.md, section 4.2); null until they are known. */
export const navigationAtom = atom<Service[] | null>(null)

/** Requests them once per page load. Without an answer, the navigation leads to the list of services alone. */
export async function loadNavigation(): Promise<void> {
  try {
    const services = await listServices()
    store.set(
      navigationAtom,
      services.filter(({ inNavigation }) => inNavigation),
    )
  } catch (error) {
    store.set(navigationAtom, [])
    console.warn('The services could not be listed.', toFailure(error))
  }
}
