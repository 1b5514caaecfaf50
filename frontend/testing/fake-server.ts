import { vi } from 'vitest'

/** A request that the fake server received. */
export type Call = {
  method: string
  path: string
  query: string
  headers: Record<string, string>
  /** Parsed JSON, or the fields of a form. */
  body: unknown
}

/**
 * What the fake server answers. The status is 200 unless given. "unreachable" fails
 * the request; "silent" receives it but never answers.
 */
export type Answer =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | 'unreachable'
  | 'silent'

type Handler = Answer | ((call: Call) => Answer | Promise<Answer>)

/** By default, the session check answers with the stored user. */
const storedUser = () => ({ body: JSON.parse(localStorage.getItem('user') ?? 'null') })

/** Requests that pages send in the background get empty answers and are not recorded, unless a test handles them. */
const background: Record<string, Answer> = {
  'GET /notices': { body: [], headers: { 'X-Total-Count': '0' } },
  'GET /quotes/mine': { body: [], headers: { 'X-Total-Count': '0' } },
  'GET /assignments/a1/deliveries': { body: [] },
  'GET /assignments/a1/revisions': { body: [] },
  'GET /assignments/a1/claims': { body: [] },
  'GET /desk/board/counts': { body: {} },
  'GET /mails/state': { body: { enabled: true, queued: 0, failed: 0 } },
}

/** A failure as the server sends it. */
export function failure(
  status: number,
  message: string,
  data: Record<string, { message: string }> = {},
  headers: Record<string, string> = {},
): Answer {
  return { status, headers, body: { status, message, msg: message, error: message, errors: [message], data } }
}

/**
 * Replaces fetch and XMLHttpRequest with a fake server. Handlers are keyed by method
 * and path below `/api`: "GET /auth/me". Returns the calls that it receives. A call
 * without a handler fails the test.
 */
export function fakeServer(handlers: Record<string, Handler>): Call[] {
  const calls: Call[] = []

  const answer = async (method: string, address: string, headers: object, body: unknown): Promise<Answer> => {
    const url = new URL(address, window.location.origin)
    const path = url.pathname.replace(/^\/api/, '')
    const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    const call = { method, path, query: url.search, headers: Object.fromEntries(sent), body: read(body) }
    const handler = handlers[`${method} ${path}`] ?? (path === '/auth/me' ? storedUser : undefined)
    const quiet = handler === undefined ? background[`${method} ${path}`] : undefined
    if (quiet) return quiet
    calls.push(call)
    if (handler === undefined) throw new Error(`No handler for ${method} ${path}.`)
    return typeof handler === 'function' ? handler(call) : handler
  }

  vi.stubGlobal(
    'fetch',
    async (address: string, { method = 'GET', headers = {}, body, signal }: RequestInit = {}) => {
      const aborted = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      const given = await Promise.race([answer(method, address, headers, body), aborted])
      if (given === 'unreachable') throw new TypeError('Failed to fetch')
      if (given === 'silent') return aborted
      const response = new Response(textOf(given), given)
      Object.defineProperty(response, 'url', { value: new URL(address, window.location.origin).href })
      return response
    },
  )

  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {}
      onload?: () => void
      onerror?: () => void
      onabort?: () => void
      status = 0
      responseText = ''
      #method = ''
      #address = ''
      #headers: Record<string, string> = {}
      #aborted = false

      open(method: string, address: string) {
        this.#method = method
        this.#address = address
      }

      setRequestHeader(name: string, value: string) {
        this.#headers[name] = value
      }

      abort() {
        this.#aborted = true
        this.onabort?.()
      }

      async send(body: unknown) {
        this.upload.onprogress?.({ loaded: 1, total: 2 })
        const given = await answer(this.#method, this.#address, this.#headers, body)
        if (this.#aborted) return
        if (given !== 'unreachable') this.upload.onload?.()
        if (given === 'silent') return
        if (given === 'unreachable') return this.onerror?.()
        this.status = given.status ?? 200
        this.responseText = textOf(given) ?? ''
        this.onload?.()
      }
    },
  )

  return calls
}

/** The text of a body: {} by default, and nothing with status 204. An explicit null stays null. */
const textOf = ({ status, body = {} }: { status?: number; body?: unknown }) =>
  status === 204 ? null : JSON.stringify(body)

function read(body: unknown): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : body
}
