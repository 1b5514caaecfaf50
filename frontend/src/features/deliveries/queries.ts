import { makeChange, type Question } from '../../lib/api/query'
import { deliver, getDeliveredText, listDeliveries } from './api'
import type { Delivery } from './types'

const noun = 'assignments'

/** All versions of an assignment's work. They change together with the assignment. */
export const deliveriesQuery = (assignment: string): Question<Delivery[]> => ({
  queryKey: ['deliveries', 'of', assignment],
  queryFn: ({ signal }) => listDeliveries(assignment, signal),
  meta: { sources: [{ noun, id: assignment }] },
})

/** The text of a delivered file. Deliveries never change. */
export const deliveredTextQuery = (assignment: string, version: number, file: string): Question<string> => ({
  queryKey: ['deliveries', 'text', assignment, version, file],
  queryFn: ({ signal }) => getDeliveredText(assignment, version, file, signal),
  meta: { sources: [] },
})

/** As `deliver`. The assignment is fetched again even if it is unknown whether the files arrived. */
export const saveDelivery = (...[assignment, ...args]: Parameters<typeof deliver>) =>
  makeChange([{ noun, id: assignment, change: 'update' }], () => deliver(assignment, ...args))
