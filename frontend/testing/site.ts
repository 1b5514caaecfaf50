import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Site } from '../src/lib/api/site'

/** The site's settings from the golden file of the server's tests. `overrides` replaces fields. */
export function site(overrides: Partial<Site> = {}): Site {
  const golden = path.join(import.meta.dirname, '../../hooks/testdata/wire/site.json')
  return { ...JSON.parse(readFileSync(golden, 'utf8')), ...overrides }
}
