import * as v from 'valibot'
import { send } from './client'

/**
 * Why nobody may open a stored file (docs/product.md, section 19): the virus scanner has not seen it yet, or has found
 * malware. Absent if it can be opened.
 */
export const fileStateSchema = v.optional(v.picklist(['checking', 'infected']))

export type FileState = v.InferOutput<typeof fileStateSchema>

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

/**
 * Opens a link of this site in a new tab. Browsers close the tab of an attachment
 * at once. Throws if the browser refuses the tab.
 */
export function openLink(url: string) {
  // Without `noopener`, which would hide whether there is a tab. It shows a file of this site, which runs no scripts.
  if (!window.open(url, '_blank')) throw new Error('The browser refused a tab')
}

/** Downloads the list at `path` below `/api`, filtered by `query`, as CSV. Throws a Failure if there is no link. */
export async function downloadExport(path: string, query: Record<string, string>): Promise<void> {
  followLink(await linkTo(`${path}/export.csv/link`, query))
}
