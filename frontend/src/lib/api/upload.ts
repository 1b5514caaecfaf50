import type * as v from 'valibot'
import { authStore } from '../session/auth-store'
import { bearer, decode, noticeUnauthorized, readJson } from './client'
import { Failure, unreachable } from './failure'

type Upload = {
  signal?: AbortSignal
  /** Called with the share that this machine has sent, from 0 to 1. At 1 the server may not have received all of it yet. */
  onProgress?: (share: number) => void
}

/**
 * Posts a multipart form to a path below `/api` and decodes its answer. It uses
 * XMLHttpRequest, because fetch does not report upload progress. Throws a Failure
 * like `send`; after an abort, one that is `cancelled`.
 */
export function sendForm<Schema extends v.GenericSchema>(
  schema: Schema,
  path: string,
  form: FormData,
  { signal, onProgress }: Upload = {},
): Promise<v.InferOutput<Schema>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const url = `/api${path}`
    const { token } = authStore
    request.open('POST', url)
    for (const [name, value] of Object.entries({ Accept: 'application/json', ...bearer(token) })) {
      request.setRequestHeader(name, value)
    }
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onProgress?.(1)
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new Failure(0, null, '', true))
    request.onload = () => {
      const data = readJson(request.responseText)
      void noticeUnauthorized(request.status, url, token)
      if (request.status >= 400) return reject(new Failure(request.status, data))
      try {
        resolve(decode(schema, data))
      } catch (failure) {
        reject(failure)
      }
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
