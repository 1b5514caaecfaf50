import { vi } from 'vitest'

/** One call as the fake server saw it. */
export type Call = {
  method: string
  path: string
  query: string
  headers: Record<string, string>
  /** Parsed JSON, or the fields of a form. */
  body: unknown
}

/** What the fake server answers: a body with status 200, a whole answer, no answer at all, or none to what it took in. */
export type Answer =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | 'unreachable'
  | 'silent'

type Handler = Answer | ((call: Call) => Answer | Promise<Answer>)

/** The session check finds what is stored, unless a test says otherwise. */
const storedUser = () => ({ body: JSON.parse(localStorage.getItem('user') ?? 'null') })

/** The failure envelope as the server writes it. */
export function failure(
  status: number,
  message: string,
  data: Record<string, { message: string }> = {},
  headers: Record<string, string> = {},
): Answer {
  return { status, headers, body: { status, message, msg: message, error: message, errors: [message], data } }
}

/**
 * Puts a server in the place of the network, for fetch and XMLHttpRequest
 * alike. Handlers are named by method and path below `/api`: "GET /auth/me".
 * Returns the calls it gets; an unexpected one fails its test.
 */
export function fakeServer(handlers: Record<string, Handler>): Call[] {
  const calls: Call[] = []

  const answer = async (method: string, address: string, headers: object, body: unknown): Promise<Answer> => {
    const url = new URL(address, window.location.origin)
    const path = url.pathname.replace(/^\/api/, '')
    const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    const call = { method, path, query: url.search, headers: Object.fromEntries(sent), body: read(body) }
    calls.push(call)
    const handler = handlers[`${method} ${path}`] ?? (path === '/auth/me' ? storedUser : undefined)
    if (handler === undefined) throw new Error(`Nobody answers ${method} ${path}.`)
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

/** An answer without a body is an empty object, except for status 204; null is an answer too. */
const textOf = ({ status, body = {} }: { status?: number; body?: unknown }) =>
  status === 204 ? null : JSON.stringify(body)

function read(body: unknown): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : body
}
