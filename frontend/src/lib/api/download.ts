import * as v from 'valibot'
import { send } from './client'

/** A link to a download, valid for 15 minutes (docs/product.md, section 3.3). */
const linkSchema = v.object({ url: v.string() })

/** Requests a fresh link to a download from a path below `/api`. Throws a Failure. */
export async function linkTo(path: string, query: Record<string, string> = {}): Promise<string> {
  const { url } = await send(linkSchema, path, { method: 'POST', query })
  return url
}

/**
 * Downloads the target of a link of this site. The browser streams it to disk,
 * so nothing is held in memory. The page stays, whatever the server answers.
 */
export function followLink(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = '' // the server names the file
  link.target = '_blank' // in case the browser opens it instead
  link.rel = 'noopener'
  link.click()
}

/** Downloads the list at `path` below `/api`, filtered by `query`, as CSV. Throws a Failure if there is no link. */
export async function downloadExport(path: string, query: Record<string, string>): Promise<void> {
  followLink(await linkTo(`${path}/export.csv/link`, query))
}
