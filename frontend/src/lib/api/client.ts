import * as v from 'valibot'
import { authStore, forgetSession } from '../session/auth-store'
import { noteServerTime } from '../time/clock'
import { takeEarly } from './early'
import { Failure, INVALID_RESPONSE, unreachable } from './failure'

/** The window event that says that the server no longer accepts the session (docs/product.md, section 2.4). */
export const UNAUTHORIZED = 'unauthorized'

/** The header with the bearer token; none if the token is empty. */
export const bearer = (token: string) => (token ? { Authorization: `Bearer ${token}` } : undefined)

/**
 * Ends the session on a 401 from any call but the session check, and tells the page unless
 * the call was made in the background (docs/product.md, section 2.4).
 */
export async function noticeUnauthorized(status: number, url: string, token: string, background = false) {
  if (status !== 401 || new URL(url, window.location.origin).pathname.endsWith('/auth/me')) return
  if (!(await forgetSession(token))) return
  if (!background && window.location.pathname !== '/login') window.dispatchEvent(new Event(UNAUTHORIZED))
}

/** Decodes an answer with a schema. Throws a Failure 'Invalid response format'. */
export function decode<Schema extends v.GenericSchema>(schema: Schema, data: unknown): v.InferOutput<Schema> {
  const read = v.safeParse(schema, data)
  if (!read.success) throw new Failure(200, null, INVALID_RESPONSE)
  return read.output
}

type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: object
  query?: Record<string, string | number>
  signal?: AbortSignal
  /** Sends the call without the bearer token, as a visitor. */
  withoutToken?: boolean
  /** Sends the call even if the page is left meanwhile. */
  keepalive?: boolean
  /** Nobody asked for the answer: if it is a 401, the session ends, and the page stays unless its guard moves it. */
  background?: boolean
}

/**
 * Sends one call below `/api` and decodes its answer.
 * Throws a Failure: with the server's envelope, as unreachable, or as 'Invalid response format'.
 */
export async function send<Schema extends v.GenericSchema>(schema: Schema, path: string, call: Call = {}) {
  const { output } = await exchange(schema, path, call)
  return output
}

/** The number of rows on one page of a list (docs/product.md, section 6). */
export const PER_PAGE = 20

/** One page of a list, and the number of matching rows on all pages. */
export type Page<Row> = { rows: Row[]; total: number }

/** Like `send`, for one page of a list. Pages count from 1. */
export async function sendForPage<Row>(
  schema: v.GenericSchema<unknown, Row[]>,
  path: string,
  {
    query,
    page,
    perPage = PER_PAGE,
    signal,
    background,
  }: Pick<Call, 'query' | 'signal' | 'background'> & { page: number; perPage?: number },
): Promise<Page<Row>> {
  const call = { query: { ...query, page, perPage }, signal, background }
  const { output, total } = await exchange(schema, path, call)
  return { rows: output, total }
}

/** The decoded answer to a call, and the number of matches in its `X-Total-Count` header. */
async function exchange<Schema extends v.GenericSchema>(
  schema: Schema,
  path: string,
  call: Call,
): Promise<{ output: v.InferOutput<Schema>; total: number }> {
  const { method = 'GET', body, query, signal, withoutToken, keepalive, background } = call
  const url = `/api${path}${query ? `?${new URLSearchParams(toStrings(query))}` : ''}`
  const token = withoutToken ? '' : authStore.token
  const headers = {
    Accept: 'application/json',
    ...(body && { 'Content-Type': 'application/json' }),
    ...bearer(token),
  }
  const request: RequestInit = { method, headers, keepalive }
  if (signal) request.signal = signal
  if (body) request.body = JSON.stringify(body)
  const { status, total, retryAfter, data } = await answerTo(url, request)
  const noticed = noticeUnauthorized(status, url, token, background)
  if (method === 'GET' && status === 401 && token) {
    // Reads wait for a session renewal that is under way, and are repeated with the new token.
    await noticed
    if (authStore.token && authStore.token !== token) return exchange(schema, path, call)
  }
  if (status >= 400) throw new Failure(status, data, '', false, retryAfter)
  return { output: decode(schema, data), total }
}

/** Whether the server answers within a time in milliseconds. */
export function isServerThere(milliseconds: number): Promise<boolean> {
  const signal = AbortSignal.timeout(milliseconds)
  return send(v.unknown(), '/health', { signal, withoutToken: true }).then(
    () => true,
    () => false,
  )
}

const toStrings = (query: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

/** Waits for a complete answer. Throws a Failure if none came or it broke off. */
async function answerTo(url: string, request: RequestInit) {
  try {
    const response = await (takeEarly(url, request) ?? fetch(url, request))
    noteServerTime(response.headers.get('Date'))
    const data = readJson(await response.text())
    const numberIn = (header: string) => Number(response.headers.get(header) ?? 0)
    const [total, retryAfter] = [numberIn('X-Total-Count'), numberIn('Retry-After')]
    return { status: response.status, total, retryAfter, data }
  } catch (error) {
    if (error instanceof Failure) throw error // the reason of the abort
    throw request.signal?.aborted ? new Failure(0, null, '', true) : unreachable()
  }
}

/** Parses JSON; null for anything else. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
