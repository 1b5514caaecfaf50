import { vi } from 'vitest'

/** The addresses that are downloaded from now on, as the page follows their links. */
export function followedLinks(): string[] {
  const followed: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) followed.push(this.getAttribute('href') ?? '')
  })
  return followed
}
