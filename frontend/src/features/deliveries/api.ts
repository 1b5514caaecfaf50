import * as v from 'valibot'
import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { linkTo } from '../../lib/api/download'
import { learn, makeChange, question } from '../../lib/api/query'
import { sendForm } from '../../lib/api/upload'
import type { Change } from '../../lib/live/live'
import { serverNow } from '../../lib/time/clock'
import {
  type Delivery,
  deliveriesSchema,
  deliverySchema,
  type NewRating,
  type Revision,
  ratingOrNoneSchema,
  ratingSchema,
  revisionSchema,
  revisionsSchema,
} from './model'

const pathOf = (assignment: string) => `/assignments/${encodeURIComponent(assignment)}/deliveries`

const fileOf = (assignment: string, version: number, file: string) =>
  `${pathOf(assignment)}/${version}/files/${encodeURIComponent(file)}`

/** All versions of an assignment's work, newest first. Throws a Failure. */
export const listDeliveries = (assignment: string, signal?: AbortSignal) =>
  send(deliveriesSchema, pathOf(assignment), { signal })

/**
 * Delivers a version of the work; for its tutor (docs/product.md, section 4.9). The version is refused
 * if it has been delivered already. The assignment is fetched again even if it is unknown whether the
 * files arrived. Throws a Failure.
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
  return makeChange([{ noun, id: assignment, change: 'update' }], () =>
    sendForm(deliverySchema, pathOf(assignment), form, upload),
  )
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

const noun = 'assignments'

/** All versions of an assignment's work. They change together with the assignment. */
export const deliveriesQuery = (assignment: string) =>
  question(['deliveries', 'of', assignment], (signal) => listDeliveries(assignment, signal), [
    { noun, id: assignment },
  ])

/** The text of a delivered file. Deliveries never change. */
export const deliveredTextQuery = (assignment: string, version: number, file: string) =>
  question(
    ['deliveries', 'text', assignment, version, file],
    (signal) => getDeliveredText(assignment, version, file, signal),
    [],
  )

const revisionsPath = (assignment: string) => `/assignments/${encodeURIComponent(assignment)}/revisions`

/** All revisions of an assignment, newest first. Throws a Failure. */
export const listRevisions = (assignment: string, signal?: AbortSignal) =>
  send(revisionsSchema, revisionsPath(assignment), { signal })

/** All revisions of an assignment. They change together with the assignment. */
export const revisionsQuery = (assignment: string) =>
  question(['revisions', 'of', assignment], (signal) => listRevisions(assignment, signal), [
    { noun: 'assignments', id: assignment },
  ])

const changeOf = (assignment: string): Change[] => [{ noun: 'assignments', id: assignment, change: 'update' }]

/**
 * Asks for changes to what was delivered; for its student (docs/product.md, section 10.3). The
 * revision shows at once. Throws a Failure.
 */
export const requestRevision = (assignment: string, reason: string) =>
  makeChange(
    changeOf(assignment),
    () => sendChange(revisionSchema, 'POST', revisionsPath(assignment), { reason }),
    (saved) =>
      learn<Revision[]>(revisionsQuery(assignment).queryKey, (known) => [
        saved,
        ...known.filter(({ _id }) => _id !== saved._id),
      ]),
  )

/**
 * Withdraws an open revision; for its student (docs/product.md, section 10.3). The revision shows as
 * closed at once. Throws a Failure.
 */
export const withdrawRevision = (assignment: string, number: number) =>
  makeChange(
    changeOf(assignment),
    () => sendChange(v.object({}), 'POST', `${revisionsPath(assignment)}/${number}/withdraw`),
    () => {
      const closedAt = new Date(serverNow()).toISOString()
      learn<Revision[]>(revisionsQuery(assignment).queryKey, (known) =>
        known.map((revision) => (revision.number === number ? { ...revision, closedAt } : revision)),
      )
    },
  )

const ratingPath = (assignment: string) => `/assignments/${encodeURIComponent(assignment)}/rating`

/** The rating of an assignment that the caller may read, or null. Throws a Failure. */
export const getRating = (assignment: string, signal?: AbortSignal) =>
  send(ratingOrNoneSchema, ratingPath(assignment), { signal })

/** The rating of an assignment, or null while there is none. */
export const ratingQuery = (assignment: string) =>
  question(['reviews', 'of', assignment], (signal) => getRating(assignment, signal), [
    { noun: 'assignments', id: assignment },
  ])

/**
 * Rates finished work, once; for its student (docs/product.md, section 3.8). The rating shows at
 * once. Throws a Failure.
 */
export const rateAssignment = (assignment: string, rating: NewRating) =>
  makeChange(
    [{ noun: 'assignments', id: assignment, change: 'update' }],
    () => sendChange(ratingSchema, 'POST', ratingPath(assignment), rating),
    (saved) => learn(ratingQuery(assignment).queryKey, () => saved),
  )
