import * as v from 'valibot'
import { send } from '../../lib/api/client'
import { linkTo } from '../../lib/api/download'
import { sendForm } from '../../lib/api/upload'
import { type Delivery, deliveriesSchema, deliverySchema } from './types'

const pathOf = (assignment: string) => `/assignments/${encodeURIComponent(assignment)}/deliveries`

const fileOf = (assignment: string, version: number, file: string) =>
  `${pathOf(assignment)}/${version}/files/${encodeURIComponent(file)}`

/** All versions of an assignment's work, newest first. Throws a Failure. */
export const listDeliveries = (assignment: string, signal?: AbortSignal) =>
  send(deliveriesSchema, pathOf(assignment), { signal })

/**
 * Delivers a version of the work; for its tutor (docs/product.md, section 4.9). The version is refused
 * if it has been delivered already. Throws a Failure.
 */
export function deliver(
  assignment: string,
  version: number,
  note: string,
  files: File[],
  upload: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<Delivery> {
  const form = new FormData()
  form.append('version', String(version))
  form.append('note', note)
  for (const file of files) form.append('files', file)
  return sendForm(deliverySchema, pathOf(assignment), form, upload)
}

/** A fresh link to a delivered file, valid for 15 minutes. Throws a Failure. */
export const linkDelivered = (assignment: string, version: number, file: string) =>
  linkTo(`${fileOf(assignment, version, file)}/link`)

const textSchema = v.object({ text: v.string() })

/** The text of a delivered file whose text can be read. Throws a Failure. */
export async function getDeliveredText(
  assignment: string,
  version: number,
  file: string,
  signal?: AbortSignal,
): Promise<string> {
  const { text } = await send(textSchema, `${fileOf(assignment, version, file)}/text`, { signal })
  return text
}
