import type * as v from 'valibot'
import { send } from './client'
import { withDeadline } from './deadline'

/** Sends a change below `/api` with a deadline, and decodes its answer. Throws a Failure. */
export const sendChange = <Schema extends v.GenericSchema>(
  schema: Schema,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => withDeadline((signal) => send(schema, path, { method, ...(body && { body }), signal }))
