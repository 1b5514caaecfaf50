import { vi } from 'vitest'

/** Records the addresses of the download links that the page follows from now on. */
export function followedLinks(): string[] {
  const addresses: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) addresses.push(this.getAttribute('href') ?? '')
  })
  return addresses
}
