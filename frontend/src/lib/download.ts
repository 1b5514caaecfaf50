import * as v from 'valibot'
import { send } from './client'

/** A link to a download, good for a quarter of an hour (docs/product.md, section 3.7). */
const linkSchema = v.object({ url: v.string() })

/**
 * Downloads the whole of a list that lives at `path` below `/api`, narrowed by
 * `query`, as a file: the browser takes it from a link as it comes, so that
 * nothing of it is held in memory. Throws a Failure where there is no link.
 */
export async function downloadExport(path: string, query: Record<string, string>): Promise<void> {
  const { url } = await send(linkSchema, `${path}/export.csv/link`, { method: 'POST', query })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
