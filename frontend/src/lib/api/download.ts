import * as v from 'valibot'
import { send } from './client'

/** A link to a download, valid for 15 minutes (docs/product.md, section 3.3). */
const linkSchema = v.object({ url: v.string() })

/** Asks the server for a fresh link to a download, by its call below `/api`. Throws a Failure. */
export async function linkTo(path: string, query: Record<string, string> = {}): Promise<string> {
  const { url } = await send(linkSchema, path, { method: 'POST', query })
  return url
}

/**
 * Downloads what a link of this site leads to, as it arrives: nothing of it is
 * held in memory. The page stays, whatever the server answers, and no tab opens.
 */
export function followLink(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = '' // the server names the file
  link.target = '_blank' // for a browser that would open it
  link.rel = 'noopener'
  link.click()
}

/** Downloads the whole list at `path` below `/api`, narrowed by `query`, as CSV. Throws a Failure if there is no link. */
export async function downloadExport(path: string, query: Record<string, string>): Promise<void> {
  followLink(await linkTo(`${path}/export.csv/link`, query))
}
