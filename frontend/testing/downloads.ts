import { vi } from 'vitest'

/** Records the addresses that the page opens in new tabs from now on. A browser that `refuses` opens none. */
export function openedTabs(refuses = false): unknown[] {
  const addresses: unknown[] = []
  vi.spyOn(window, 'open').mockImplementation((url) => {
    addresses.push(url)
    return refuses ? null : window
  })
  return addresses
}

/** Records the addresses of the download links that the page follows from now on. */
export function followedLinks(): string[] {
  const addresses: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) addresses.push(this.getAttribute('href') ?? '')
  })
  return addresses
}
