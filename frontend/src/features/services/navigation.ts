import { atom, store } from '../../lib/state/store'
import { listServices } from './api'
import type { Service } from './model'

/** The services in the navigation (docs/product.md, section 4.2); null until they have loaded. */
export const navigationAtom = atom<Service[] | null>(null)

/** Requests them once per page load. If that fails, the navigation only links to the list of services. */
export async function loadNavigation(): Promise<void> {
  try {
    const services = await listServices()
    store.set(
      navigationAtom,
      services.filter(({ inNavigation }) => inNavigation),
    )
  } catch (error) {
    store.set(navigationAtom, [])
    console.warn(error)
  }
}
