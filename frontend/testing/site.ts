import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Site } from '../src/lib/api/site'

/** The public facts as the server is tested to tell them, with what a test wants of them. */
export function site(wanted: Partial<Site> = {}): Site {
  const golden = path.join(import.meta.dirname, '../../hooks/testdata/wire/site.json')
  return { ...JSON.parse(readFileSync(golden, 'utf8')), ...wanted }
}
