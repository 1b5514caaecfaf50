import * as v from 'valibot'

/** A field that the server refused, and why. */
type FieldProblem = { field: string; message: string }

const sentence = v.optional(v.fallback(v.string(), ''), '')

/** The one failure envelope of the server (docs/product.md, section 5.1). */
const envelopeSchema = v.object({
  msg: sentence,
  message: sentence,
  error: sentence,
  errors: v.optional(v.fallback(v.array(v.string()), []), []),
  data: v.optional(v.fallback(v.record(v.string(), v.object({ message: v.string() })), {}), {}),
})

type Envelope = v.InferOutput<typeof envelopeSchema>

const emptyEnvelope: Envelope = { msg: '', message: '', error: '', errors: [], data: {} }

/** The sentence for a call that got no answer (docs/product.md, section 5.1). */
export const UNREACHABLE = 'Unable to reach the server. Please check your connection.'

/** The sentence for an answer of an unexpected shape (docs/product.md, section 5.1). */
export const INVALID_RESPONSE = 'Invalid response format'

/** A failed call, in the one shape that every screen reads. */
export class Failure extends Error {
  /** HTTP status; 0 if no answer came. */
  readonly status: number
  /** True if the person or a newer call cancelled it. There is nothing to report then. */
  readonly cancelled: boolean
  readonly envelope: Envelope
  /** The fields that the server refused. */
  readonly problems: FieldProblem[]
  /** How long to wait before trying again, in seconds; 0 if the server did not say. */
  readonly retryAfter: number

  constructor(status: number, body: unknown, clientMessage = '', cancelled = false, retryAfter = 0) {
    super(clientMessage)
    const read = v.safeParse(envelopeSchema, body)
    this.name = 'Failure'
    this.status = status
    this.cancelled = cancelled
    this.retryAfter = retryAfter
    this.envelope = read.success ? read.output : emptyEnvelope
    this.problems = Object.entries(this.envelope.data).map(([field, { message }]) => ({ field, message }))
  }
}

/** The failure of a request that got no complete answer. */
export function unreachable(): Failure {
  return new Failure(0, { msg: UNREACHABLE, error: UNREACHABLE, message: UNREACHABLE }, UNREACHABLE)
}

/** The failure of a form that was fully sent but abandoned before the answer came. It may have arrived. */
export class UncertainFailure extends Failure {
  constructor(sentence: string) {
    super(0, { msg: sentence, error: sentence, message: sentence }, sentence)
  }
}

/** Turns whatever a call has thrown into a Failure. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  return new Failure(0, null, error instanceof Error ? error.message : '')
}

/**
 * The sentence of a failed call on assignments or users: the server's message,
 * else its `errors` joined by ', ', else the client's own message, else the
 * fallback (docs/product.md, section 5.1).
 */
export function readMessage(error: unknown, fallback: string): string {
  const { envelope, message } = toFailure(error)
  return envelope.message || envelope.errors.join(', ') || message || fallback
}

/** The sentence of a failed login or sign-up: the server's `msg`, else the fallback (docs/product.md, section 5.1). */
export function readMsg(error: unknown, fallback: string): string {
  return toFailure(error).envelope.msg || fallback
}

/** The description of a failed login's toast: the server's `error`, else the fallback (docs/product.md, section 5.1). */
export function readError(error: unknown, fallback: string): string {
  return toFailure(error).envelope.error || fallback
}

/** Whether people should be told about a failure. Cancelled calls and ended sessions are not reported. */
export const isReportable = (failure: Failure) => !failure.cancelled && failure.status !== 401
