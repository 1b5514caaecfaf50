import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// A slow machine must not fail a test, so waits have a generous limit.
configure({ asyncUtilTimeout: 25_000 })

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Tests must not use the network.')))
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

// happy-dom lacks this property of a select, which the form library reads.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { value: 0, configurable: true })
