import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// A busy machine is no failure: what is waited for may take its time.
configure({ asyncUtilTimeout: 6000 })

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('No test may reach a network.')))
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

// The simulated browser does not know this property of a select, which the form library asks for.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { value: 0, configurable: true })
